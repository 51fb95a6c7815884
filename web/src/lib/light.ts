// What the chart lights up for the answer that is being made.
import { DARK, type Lighting, type RouteLine } from '../board/types'
import { Routes } from './domains'
import type { Hand } from './hand.svelte'
import type { Assign } from './options'

type Named = { cells: Set<string>; pieces: Set<string> }

function split(names: Iterable<string>, pieceIds: ReadonlySet<string>): Named {
  const found: Named = { cells: new Set(), pieces: new Set() }
  for (const name of names) (pieceIds.has(name) ? found.pieces : found.cells).add(name)
  return found
}

export function lighting(hand: Hand): Lighting {
  const named = (names: Iterable<string>): Named => split(names, hand.pieceIds)
  const pointed = named(hand.pointed)
  const { pick, subset, assign, chosen } = hand
  if (pick) {
    const taken = named([...(chosen?.names ?? []), ...hand.picks.flat()])
    const lit = named(chosen ? chosen.names : pick.names(hand.picks, hand.open))
    const side = hand.session.side
    const routes: RouteLine[] = chosen?.route && side ? [{ cells: chosen.route, state: 'plotting', side }] : []
    return { ...lit, chosenCells: taken.cells, chosenPieces: taken.pieces, pointed, routes }
  }
  if (subset) {
    const taken = named(hand.items)
    return { ...named(subset.items), chosenCells: taken.cells, chosenPieces: taken.pieces, pointed, routes: [] }
  }
  if (assign) return { ...ofAssign(hand, assign), pointed }
  return { ...DARK, pointed }
}

function ofAssign(hand: Hand, assign: Assign): Omit<Lighting, 'pointed'> {
  const { active, given } = hand
  const lit = split(assign.gaps(given), hand.pieceIds)
  const taken = split(active === null ? [] : [active], hand.pieceIds)
  const routes: RouteLine[] = []
  const side = hand.session.side
  for (const [slot, value] of given) {
    const cells = Routes.cells(value)
    if (side && assign.domain(slot) instanceof Routes && cells.length > 1) {
      routes.push({ cells, side, state: slot === active ? 'plotting' : 'plotted', label: hand.name(slot) })
    }
  }
  if (active !== null) {
    const domain = assign.domain(active)
    const value = given.get(active)
    const open =
      domain instanceof Routes
        ? domain.reach(value ?? domain.start).keys()
        : domain.values.filter((one) => assign.hasRoom(given, active, one))
    for (const name of open) (hand.pieceIds.has(name) ? lit.pieces : lit.cells).add(name)
    if (value !== undefined) {
      const target = domain.target(value)
      ;(hand.pieceIds.has(target) ? taken.pieces : taken.cells).add(target)
    }
  }
  return { ...lit, chosenCells: taken.cells, chosenPieces: taken.pieces, routes }
}
