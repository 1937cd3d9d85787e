-- What the picture needs beside the configuration of docs/editors.md: colours, and the rules' ids before the diagnostics.
vim.o.swapfile, vim.o.number, vim.o.laststatus, vim.o.ruler, vim.o.showmode, vim.o.signcolumn = false, true, 0, false, false, 'yes'
vim.o.background = 'dark'
vim.cmd('colorscheme slate')
vim.cmd('syntax on')
for group, colour in pairs({
  Normal = 'ctermfg=252', SignColumn = '', LineNr = 'ctermfg=240', EndOfBuffer = 'ctermfg=234', NormalFloat = 'ctermfg=252 ctermbg=237',
  FloatBorder = 'ctermfg=244 ctermbg=237', DiagnosticError = 'ctermfg=203', DiagnosticWarn = 'ctermfg=215', DiagnosticInfo = 'ctermfg=110', yamlBlockMappingKey = 'ctermfg=110',
  yamlPlainScalar = 'ctermfg=252', Constant = 'ctermfg=150', DiagnosticUnderlineError = 'cterm=underline', markdownCode = 'ctermfg=150', Search = 'ctermfg=252 ctermbg=237',
}) do
  vim.cmd('highlight! ' .. group .. ' NONE')
  if colour ~= '' then vim.cmd('highlight ' .. group .. ' ' .. colour) end
end
vim.diagnostic.config({
  virtual_text = { prefix = '■', format = function(d) return d.code .. ': ' .. vim.split(d.message, '\n')[1] end }, severity_sort = true,
})
vim.lsp.handlers['textDocument/hover'] = vim.lsp.with(vim.lsp.handlers.hover, { border = 'rounded', max_width = 84 })

vim.keymap.set('n', 'K', vim.lsp.buf.hover)

dofile(vim.env.KARPLINT_CONFIGURATION) -- that of docs/editors.md
