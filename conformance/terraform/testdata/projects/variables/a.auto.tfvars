from_auto = "a.auto"
from_auto_later = "a.auto"
