// Our own silhouettes, read from src/glyphs into one sprite of symbols.

export interface Glyph {
  kind: string
  viewBox: string
  /** Ships are drawn in profile and twice as wide as high; aircraft and markers are square. */
  wide: boolean
  body: string
}

const files = import.meta.glob<string>('../glyphs/*.svg', { query: '?raw', import: 'default', eager: true })

/** The order of kinds in fans and lists: heavy ships first, markers last. */
const ORDER = [
  'bb',
  'bc',
  'cv',
  'ca',
  'cl',
  'dd',
  'de',
  'aa',
  'tb',
  'ss',
  'ss-submerged',
  'ms',
  'at',
  'mt',
  'ta',
  'r',
  'air-f',
  'air-at',
  'air-t',
  'air-db',
  'air-r',
  'group',
  'task-force',
  'decoy',
  'dummy-sub',
]

export const GLYPHS: ReadonlyMap<string, Glyph> = new Map(
  Object.entries(files).map(([path, text]) => {
    const kind = path.replace(/^.*\//, '').replace(/\.svg$/, '')
    const viewBox = /viewBox="([^"]+)"/.exec(text)?.[1] ?? '0 0 48 48'
    const body = text
      .replace(/^[^]*?<svg[^>]*>/, '')
      .replace(/<title>[^<]*<\/title>/, '')
      .replace(/<\/svg>\s*$/, '')
    return [kind, { kind, viewBox, wide: viewBox === '0 0 48 24', body }]
  }),
)

/** Where a kind stands in fans and lists; unknown kinds come last. */
export function kindRank(kind: string): number {
  const rank = ORDER.indexOf(kind)
  return rank < 0 ? ORDER.length : rank
}
