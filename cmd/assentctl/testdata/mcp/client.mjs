// A client of the official TypeScript SDK: client.mjs MODULES old|new FILE COMMAND ARGS…
// It lists the tools, reads FILE, is refused a file that is not there, and prints what it got.
const [modules, sdk, file, command, ...args] = process.argv.slice(2);
const [at, stdio] = sdk === 'old'
  ? ['sdk/dist/esm/client/index.js', 'sdk/dist/esm/client/stdio.js']
  : ['client/dist/index.mjs', 'client/dist/stdio.mjs'];
const { Client } = await import(`${modules}/@modelcontextprotocol/${at}`);
const { StdioClientTransport } = await import(`${modules}/@modelcontextprotocol/${stdio}`);

const client = new Client({ name: 'typescript', version: '1' });
await client.connect(new StdioClientTransport({ command, args }));
const { tools } = await client.listTools();
const read = await client.callTool({ name: 'read_file', arguments: { path: file } });
const missing = await client.callTool({ name: 'read_file', arguments: { path: file + '.none' } });
let unknown;
try {
  unknown = await client.callTool({ name: 'no_such_tool', arguments: {} });
} catch (e) {
  unknown = { code: e.code };
}
console.log(JSON.stringify({
  tools: tools.map((t) => t.name), content: read.structuredContent?.content, text: read.content[0].text,
  missing: missing.isError, unknown,
}));
await client.close();
