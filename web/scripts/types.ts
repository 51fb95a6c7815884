// Makes src/generated/wire.ts, or the file that is named, from the server's own description of what it says (JSON
// Schema on standard input).
import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { compile, type JSONSchema } from 'json-schema-to-typescript'

/** Objects are closed and what has a default is always sent, so that the client need not ask whether a part is there. */
function asSent(value: unknown, named = false): void {
  if (Array.isArray(value)) value.forEach((part) => asSent(part))
  else if (value !== null && typeof value === 'object') {
    const schema = value as Record<string, unknown>
    if (!named && schema.type === 'object' && typeof schema.properties === 'object' && schema.properties !== null) {
      schema.additionalProperties = false
      const said = 'do' in schema.properties
      if (!said) schema.required = Object.keys(schema.properties)
    }
    if (Array.isArray(schema.prefixItems)) {
      schema.items = schema.prefixItems
      schema.additionalItems = false
      delete schema.prefixItems
    }
    // Among properties `default` is a name like any other.
    if (!named) delete schema.default
    for (const [name, part] of Object.entries(schema)) asSent(part, !named && (name === 'properties' || name === 'definitions'))
  }
}

const schema = JSON.parse(await text(process.stdin)) as JSONSchema
asSent(schema)
const types = await compile(schema, 'Wire', {
  bannerComment: '// Made by `npm run types` from the schema of barents.server.schema; not to be edited.',
  format: false,
  ignoreMinAndMaxItems: true,
})
await writeFile(process.argv[2] ?? new URL('../src/generated/wire.ts', import.meta.url), types)
