// State badges: what a badge says, and which drawing stands for it. A badge without a drawing shows its first letters.

export type BadgeSign =
  | 'reconnoitred'
  | 'patrol'
  | 'surfaced'
  | 'ace'
  | 'shadowed'
  | 'unavailable'
  | 'fuel'
  | 'halted'
  | 'aa'
  | 'bound'
  | 'burning'
  | 'number'
  | 'letters'

export interface BadgeFace {
  sign: BadgeSign
  text: string
  title: string
}

const SIGNS: readonly (readonly [RegExp, BadgeSign])[] = [
  [/^reconnoitred\b/, 'reconnoitred'],
  [/^(on )?patrol\b/, 'patrol'],
  [/^surfaced\b/, 'surfaced'],
  [/^ace\b/, 'ace'],
  [/^shadowed\b/, 'shadowed'],
  [/^not available\b/, 'unavailable'],
  [/^(low )?fuel\b/, 'fuel'],
  [/^halted\b/, 'halted'],
  [/^AA\b/, 'aa'],
  [/^bound\b/, 'bound'],
  [/^burning\b/, 'burning'],
]

const DAMAGE = /^damage (\d+)$/i

/** How a badge is drawn. Damage is shown by the hit squares and the corner, not by a badge. */
export function badgeFace(badge: string): BadgeFace | undefined {
  if (DAMAGE.test(badge)) return undefined
  const sign = SIGNS.find(([pattern]) => pattern.test(badge))?.[1]
  if (sign) return { sign, text: '', title: badge }
  const number = /^movement ([-−+]?\d+)$/.exec(badge)
  if (number) return { sign: 'number', text: (number[1] ?? '').replace('-', '−'), title: badge }
  const numbered = /^\p{L}+ (\d{1,2})$/u.exec(badge)
  if (numbered) return { sign: 'number', text: numbered[1] ?? '', title: badge }
  return { sign: 'letters', text: [...badge].slice(0, 2).join(''), title: badge }
}

/** Hits taken: those that the piece counts, else those that a badge tells. */
export function damageOf(hits: { taken: number } | null | undefined, badges: readonly string[]): number {
  if (hits) return hits.taken
  for (const badge of badges) {
    const found = DAMAGE.exec(badge)
    if (found) return Number(found[1])
  }
  return 0
}

/** At most three badges; of more, two and a disc with the number of the rest. */
export function shownBadges(badges: readonly string[]): BadgeFace[] {
  const faces = badges.map(badgeFace).filter((face) => face !== undefined)
  if (faces.length <= 3) return faces
  const rest = faces.slice(2)
  return [...faces.slice(0, 2), { sign: 'number', text: `+${rest.length}`, title: rest.map((f) => f.title).join(', ') }]
}
