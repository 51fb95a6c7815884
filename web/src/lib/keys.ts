// The keyboard: which letters belong to rows, and when a key is a player's and not a text field's.

/** Letters that mean something everywhere. */
const TAKEN = new Set('zfldmgh')

/** The first letter of each row, where no other row or command has it; '' where it is taken. */
export function letters(rows: readonly string[]): string[] {
  const used = new Set(TAKEN)
  return rows.map((words) => {
    const first = words.charAt(0).toLocaleLowerCase('en')
    if (!/^[a-z]$/.test(first) || used.has(first)) return ''
    used.add(first)
    return first
  })
}

/** Whether a key is being typed into something. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio'
}

/** Whether Enter belongs to what has the focus: not to a tick, nor to a row that is chosen already. */
export function isPressing(event: KeyboardEvent): boolean {
  if (!(event.target instanceof Element) || event.target.matches('input[type="checkbox"], .rows [aria-pressed="true"]')) return false
  return event.target.closest('button, a, summary, input, [role="button"]') !== null
}

/** Whether nothing on the page has the focus. */
export function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
