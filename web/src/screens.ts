// The screens that the pages are laid out for, in one place. Styles name them as `@media (--phone)`, which the build
// writes out; scripts ask with `new MediaQuery(SCREENS.phone)`.
const PHONE = '(max-width: 899px)'
const LOW = '(max-height: 800px)'
const FINGER = '(pointer: coarse)'

export const SCREENS = {
  /** Here the phone's layout begins: one column, a sheet, tabs. */
  phone: PHONE,
  /** A phone that is held upright. */
  upright: '(max-width: 599px)',
  /** A phone that lies on its side. */
  lying: `${PHONE} and (max-height: 500px)`,
  /** It is pointed at with fingers. */
  finger: FINGER,
  /** The same, and phones whatever they say of their pointer. */
  touch: `${FINGER}, ${PHONE}`,
  /** Barely wider than a phone. */
  slim: '(max-width: 999px)',
  /** The side column is 340. */
  narrow: '(max-width: 1199px)',
  /** A small laptop. */
  laptop: '(max-width: 1399px)',
  /** The log has a column of its own. */
  wide: '(min-width: 1800px)',
  /** There is little height. */
  low: LOW,
  /** There is little room in one way or the other. */
  little: `${LOW}, ${PHONE}`,
} as const

/** Styles with every screen that they name written out. */
export function writtenOut(styles: string): string {
  return styles.replace(/@media\s*\(--([\w-]+)\)/g, (_, name: string) => {
    if (!(name in SCREENS)) throw new Error(`no screen is called '${name}': see src/screens.ts`)
    return `@media ${SCREENS[name as keyof typeof SCREENS]}`
  })
}
