// Whatever stands for something elsewhere on the page lights it while the mouse or the focus is on it.
// All of these events bubble: the page listens to them once for all rows and pieces, however many there are.

type Told<E extends Event> = (event: E) => void

export interface Pointing {
  onmouseover: Told<MouseEvent>
  onmouseout: Told<MouseEvent>
  onfocusin: Told<FocusEvent>
  onfocusout: Told<FocusEvent>
}

export interface Touching {
  onpointerover: Told<PointerEvent>
  onpointerout: Told<PointerEvent>
  onfocusin: Told<FocusEvent>
  onfocusout: Told<FocusEvent>
}

/** Tells of a mouse or a focus that comes from outside or goes there, and not of one that goes from part to part. */
function crossing(tell: () => void): Told<MouseEvent | FocusEvent> {
  return ({ currentTarget, relatedTarget }) => {
    const within = currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    if (!within) tell()
  }
}

/** A row that lights what it names; where a finger has tapped it goes on doing so. */
export function pointing(names: readonly string[], tell: ((names: readonly string[]) => void) | undefined): Pointing {
  const [on, off] = [crossing(() => tell?.(names)), crossing(() => tell?.([]))]
  return { onmouseover: on, onmouseout: off, onfocusin: on, onfocusout: off }
}

/** A piece or a place that is pointed at as long as a pointer is on it, a finger too. */
export function touching<Spot>(spot: Spot, tell: (spot: Spot | null) => void): Touching {
  const [on, off] = [crossing(() => tell(spot)), crossing(() => tell(null))]
  return { onpointerover: on, onpointerout: off, onfocusin: on, onfocusout: off }
}
