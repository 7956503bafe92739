-- The server in Neovim (from 0.7 on): nvim --headless -u NONE -i NONE -n -c 'luafile neovim.lua'
-- PYTHON is the interpreter that has hotlint, FILE a copy of stack.yaml. CONFIGURATION, where it is set, is a file that starts the
-- server. Prints one JSON object, exits with 1 on failure.
local python, file, configuration = os.getenv('PYTHON'), os.getenv('FILE'), os.getenv('CONFIGURATION')
local told, failed = {}, {}
local WAIT = 30000 -- milliseconds

local function check(name, ok, value)
  told[name] = value == nil and vim.NIL or value
  if not ok then failed[#failed + 1] = name end
end

-- The id of the client that the configuration has started for a buffer.
local function configured(buffer)
  local id
  assert(vim.wait(WAIT, function()
    local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.tbl_values(vim.lsp.buf_get_clients(buffer))
    id = clients[1] and clients[1].id
    return id
  end, 20), 'the configuration starts no client')
  return id
end

local function main()
  if configuration then vim.cmd('source ' .. configuration) end
  vim.cmd('edit ' .. file)
  vim.bo.filetype = 'yaml'
  local buffer = vim.api.nvim_get_current_buf()
  local id = configuration and configured(buffer)
    or vim.lsp.start_client({ name = 'hotlint', cmd = { python, '-m', 'hotlint_server' }, root_dir = vim.fn.fnamemodify(file, ':h') })
  assert(vim.wait(WAIT, function()
    local client = vim.lsp.get_client_by_id(id)
    return client and client.initialized
  end, 20), 'initialize')
  vim.lsp.buf_attach_client(buffer, id)
  told.encoding = vim.lsp.get_client_by_id(id).offset_encoding

  local function ask(method, params)
    params.textDocument = { uri = vim.uri_from_bufnr(buffer) }
    local answers = vim.lsp.buf_request_sync(buffer, method, params, WAIT)
    return answers and answers[id] and answers[id].result
  end

  check('diagnostics', vim.wait(WAIT, function() return #vim.diagnostic.get(buffer) == 1 end, 20),
    vim.diagnostic.get(buffer)[1] and vim.diagnostic.get(buffer)[1].message)

  local offers = ask('textDocument/completion', { position = { line = 12, character = 29 } })
  check('completion', offers and offers.items[1].label == 'flavor', offers and #offers.items)

  local hover = ask('textDocument/hover', { position = { line = 11, character = 28 } })
  local shown = hover and hover.contents and hover.contents.value
  check('hover', shown and shown:find('m1.small', 1, true) ~= nil, shown)

  -- the way of a user: the cursor on the name, then "go to definition"
  vim.api.nvim_win_set_cursor(0, { 12, 28 })
  vim.lsp.buf.definition()
  check('definition', vim.wait(WAIT, function() return vim.api.nvim_win_get_cursor(0)[1] == 4 end, 20), vim.api.nvim_win_get_cursor(0))

  vim.api.nvim_win_set_cursor(0, { 12, 28 })
  vim.lsp.buf.rename('size')
  check('rename', vim.wait(WAIT, function() return vim.fn.search('get_param: size', 'nw') > 0 end, 20), vim.api.nvim_buf_get_lines(buffer, 11, 12, false))

  vim.api.nvim_buf_set_text(buffer, 12, 25, 12, 29, { 'size' })
  check('mended', vim.wait(WAIT, function() return #vim.diagnostic.get(buffer) == 0 end, 20), #vim.diagnostic.get(buffer))

  local preview = ask('hotlint/preview', {})
  check('preview', preview and preview.json.parameters.size.value == 'm1.small', preview and preview.version)

  vim.lsp.stop_client(id)
  check('stopped', vim.wait(WAIT, function() return vim.lsp.get_client_by_id(id) == nil end, 20), true)
end

local ok, err = pcall(main)
if not ok then failed[#failed + 1] = 'error: ' .. tostring(err) end
told.failed = failed
io.stdout:write(vim.fn.json_encode(told) .. '\n')
vim.cmd(#failed == 0 and 'qa!' or 'cquit 1')
