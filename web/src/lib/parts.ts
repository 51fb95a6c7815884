// Values that are made of parts, such as `cover:pq-17:2`: the view says how each kind is written.
import type { DecisionView, KindView } from '../generated/wire'

export interface Parts {
  kind: string
  /** Whom or what it is about, and the flags that are set. */
  objects: readonly string[]
  /** The piece or the cell among them. */
  spot: string
  /** How many: zones a turn, dice. */
  number: string
}

const patterns = new Map<string, RegExp>()

/** A text as a pattern has it. */
function plain(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`)
}

/** A form as a pattern with a group for each field. */
function patternOf({ form, fields }: KindView): RegExp {
  const known = patterns.get(form)
  if (known) return known
  const source = form.split(/(\{\w+(?::\+)?\})/).map((piece, at, all) => {
    const name = /^\{(\w+)/.exec(piece)?.[1]
    if (name === undefined) return plain(piece)
    if (fields[name] === 'flag') return `(?<${name}>:${name})?`
    if (fields[name] === 'number') return String.raw`(?<${name}>${piece.includes(':+') ? '[+-]' : '-?'}\d+)`
    const behind = all[at + 1]?.charAt(0) ?? ''
    return `(?<${name}>[^:${behind && plain(behind)}]+)`
  })
  const pattern = new RegExp(`^${source.join('')}$`)
  patterns.set(form, pattern)
  return pattern
}

/** The parts of a value; null where it is of no kind of this decision. */
export function partsOf(decision: DecisionView | null, value: string): Parts | null {
  for (const [kind, view] of Object.entries(decision?.kinds ?? {})) {
    const found = patternOf(view).exec(value)
    if (!found) continue
    const fields = Object.entries(view.fields).map(([name, type]) => ({ type, text: type === 'flag' ? found.groups?.[name] && name : found.groups?.[name] }))
    const text = (types: readonly string[]): string[] => fields.flatMap((field) => (types.includes(field.type) && field.text ? [field.text] : []))
    return { kind, objects: text(['piece', 'cell', 'word', 'flag']), spot: text(['piece', 'cell', 'word'])[0] ?? '', number: text(['number'])[0] ?? '' }
  }
  return null
}
