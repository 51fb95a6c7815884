// How wide a text is in one of our faces. Until the faces are loaded the measure is that of the fallback, so whoever
// measures is asked again once they are.

const FACES = {
  sofia: '"Sofia Sans Condensed", "Arial Narrow", sans-serif',
  caslon: '"Libre Caslon Text", Georgia, serif',
} as const

let loaded = $state(0)
let pen: CanvasRenderingContext2D | null | undefined
const known = new Map<string, number>()

if (typeof document !== 'undefined' && 'fonts' in document) {
  document.fonts.addEventListener('loadingdone', () => {
    known.clear()
    loaded += 1
  })
}

/** Width in em of a text. */
export function width(text: string, face: keyof typeof FACES = 'sofia', weight = 700, style = 'normal'): number {
  void loaded
  const key = `${face} ${weight} ${style} ${text}`
  let found = known.get(key)
  if (found === undefined) {
    pen ??= typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
    if (pen) {
      pen.font = `${style} ${weight} 100px ${FACES[face]}`
      found = pen.measureText(text).width / 100
    } else {
      found = text.length * 0.45
    }
    known.set(key, found)
  }
  return found
}
