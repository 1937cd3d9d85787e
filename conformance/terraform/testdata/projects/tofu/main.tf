locals { 
  from = "tf" 
  a = "shadowed file"
}
