// Whatever stands for something on the chart lights it while the mouse or the focus is on it.

export interface Pointing {
  onmouseover: (event: MouseEvent) => void
  onmouseout: (event: MouseEvent) => void
  onfocusin: (event: FocusEvent) => void
  onfocusout: (event: FocusEvent) => void
}

/** Whether the mouse or the focus has come from outside, or goes there, and not from one part to another. */
function crosses({ currentTarget, relatedTarget }: MouseEvent | FocusEvent): boolean {
  return !(currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
}

/** Handlers of events that bubble: the page listens to them once for all rows, however many there are. */
export function pointing(names: readonly string[], tell: ((names: readonly string[]) => void) | undefined): Pointing {
  const on = (event: MouseEvent | FocusEvent): void => void (crosses(event) && tell?.(names))
  const off = (event: MouseEvent | FocusEvent): void => void (crosses(event) && tell?.([]))
  return { onmouseover: on, onmouseout: off, onfocusin: on, onfocusout: off }
}
