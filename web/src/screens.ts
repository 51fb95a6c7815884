// The screens that the pages are laid out for, in one place. Styles name them as `@media (--phone)`, which the build
// writes out (scripts/screens.ts); scripts ask with `new MediaQuery(SCREENS.phone)`.
export const SCREENS = {
  /** Here the phone's layout begins: one column, a sheet, tabs. */
  phone: '(max-width: 899px)',
  /** A phone that is held upright. */
  upright: '(max-width: 599px)',
  /** A phone that lies on its side. */
  lying: '(max-width: 899px) and (max-height: 500px)',
  /** Whatever can be hit is 44 px at least. */
  finger: '(pointer: coarse)',
  /** The same, and phones whatever they say of their pointer. */
  touch: '(pointer: coarse), (max-width: 899px)',
  /** Barely wider than a phone. */
  slim: '(max-width: 999px)',
  /** The side column is 340. */
  narrow: '(max-width: 1199px)',
  /** A small laptop. */
  laptop: '(max-width: 1399px)',
  /** The log has a column of its own. */
  wide: '(min-width: 1800px)',
  /** There is little height. */
  low: '(max-height: 800px)',
  /** There is little room in one way or the other. */
  little: '(max-height: 800px), (max-width: 899px)',
} as const

export type Screen = keyof typeof SCREENS
