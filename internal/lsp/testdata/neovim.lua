-- Opens a file, edits it, looks at what karplint shows, and lets it fix that. Each line that is printed is one thing that happened.
vim.o.swapfile = false
vim.cmd('edit web.yaml')
local client = vim.lsp.start_client({
  name = 'karplint', cmd = { 'karplint', 'lsp' }, root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)

local function say(...) io.stdout:write(table.concat(vim.tbl_map(tostring, { ... }), ' '), '\n') end

-- shows waits until the buffer has so many diagnostics of its present text, and prints them.
local function shows(count)
  local came = vim.wait(30000, function() return #vim.diagnostic.get(0) == count end, 10)
  say(came and count or 'not ' .. count, 'diagnostics')
  for _, d in ipairs(vim.diagnostic.get(0)) do
    say('  line', d.lnum + 1, d.user_data.lsp.code, vim.split(d.message, '\n')[1])
  end
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 30000)
  return answers and answers[client] and answers[client].result
end

local function at(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  return vim.lsp.util.make_position_params(0, 'utf-16')
end

local function fix(title)
  local params = vim.lsp.util.make_range_params(0, 'utf-16')
  params.context = { diagnostics = {} }
  for _, action in ipairs(ask('textDocument/codeAction', params)) do
    if vim.startswith(action.title, title) then
      say('action:', action.title)
      vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
      return
    end
  end
  say('no action', title)
end

shows(0)
vim.api.nvim_buf_set_lines(0, 8, 9, true, { '      nodeSelector: {"𝒳": a, karpenter.sh/provisioner-name: b}' })
shows(1)
local hover = ask('textDocument/hover', at(9, 40))
say('hover:', vim.split(hover.contents.value, '\n')[1])
fix('Rename')
shows(0)
say('line 9:', vim.api.nvim_buf_get_lines(0, 8, 9, true)[1])

vim.cmd('edit pool.yaml')
vim.lsp.buf_attach_client(0, client)
shows(1)
vim.api.nvim_buf_set_lines(0, 5, 6, true, { '  wei' })
vim.wait(30000, function() return vim.diagnostic.get(0)[1] and vim.diagnostic.get(0)[1].user_data.lsp.code == 'KL000' end, 10)
shows(1)
local behind = at(6, 4)
behind.position.character = 5 -- where the cursor is while one inserts
for _, item in ipairs(ask('textDocument/completion', behind).items) do
  if vim.startswith(item.label, 'wei') then
    say('completion:', item.label)
    vim.lsp.util.apply_text_edits({ item.textEdit }, 0, 'utf-16')
  end
end
say('line 6:', vim.api.nvim_buf_get_lines(0, 5, 6, true)[1])
vim.api.nvim_buf_set_lines(0, 5, 6, true, { '  weight: 10' })
shows(0)
vim.cmd('silent wall')
vim.lsp.stop_client(client)
say('the server has ended:', vim.wait(10000, function() return vim.lsp.client_is_stopped(client) end, 10))
vim.cmd('qall!')
