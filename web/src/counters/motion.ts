// The few things that move. All of it is instant for whoever asks for less motion, and nothing waits for it.

export function isStill(): boolean {
  return typeof matchMedia === 'undefined' || matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** A piece that turns over: its width goes to nothing and back in 140 ms. `turned`: it lay the other way up before. */
export function turnsOver(
  node: SVGElement,
  { hidden, turned }: { hidden: boolean; turned: boolean },
): { update: (now: { hidden: boolean; turned: boolean }) => void } {
  let was = hidden
  const turn = (): void => {
    if (isStill()) return
    node.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: 140, easing: 'ease-out' })
  }
  if (turned) turn()
  return {
    update(now) {
      if (now.hidden !== was) turn()
      was = now.hidden
    },
  }
}

/** A stack that comes from elsewhere: straight, 60 ms a hex, 240 ms at most. `x` and `y` are where it now is, in pixels. */
export function travels(
  node: SVGElement,
  place: { x: number; y: number; cell: string; hexes: (from: string, to: string) => number; scale: number },
): { update: (place: Parameters<typeof travels>[1]) => void } {
  let was = place
  return {
    update(now) {
      const [before, after] = [was, now]
      was = now
      if (before.cell === after.cell || before.scale !== after.scale || isStill()) return
      const hexes = after.hexes(before.cell, after.cell)
      const from = `translate(${before.x}px, ${before.y}px)`
      const to = `translate(${after.x}px, ${after.y}px)`
      const duration = Math.min(240, 60 * (Number.isFinite(hexes) ? Math.max(hexes, 1) : 4))
      node.animate([{ transform: from }, { transform: to }], { duration, easing: 'linear' })
    },
  }
}

/** A counter that has left the game fades in 200 ms; one that lies elsewhere now, or under another, is simply there. */
export function fades(
  _node: Element,
  { gone }: { gone: () => boolean },
): { duration: number; css: (t: number) => string } {
  return { duration: isStill() || !gone() ? 0 : 200, css: (t) => `opacity: ${t}` }
}
