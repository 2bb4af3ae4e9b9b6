import { useSyncExternalStore } from 'react'
import type { Region } from '#domain/region.ts'
import { newListeners } from '../ui/listeners.ts'

/**
 * The region of the payment request a guest has open. It ends with the visit: opening someone's link says nothing
 * about where the guest lives, so the stored region stays.
 */
let visited: Region | null = null
let visit = 0
const { follow, notify } = newListeners()

export function visitedRegion(): Region | null {
  return visited
}

/** Identifies the current visit, for replies that arrive after its end. */
export function currentVisit(): number {
  return visit
}

export function noteVisitedRegion(region: Region, duringVisit: number): void {
  if (duringVisit === visit) setVisited(region)
}

export function endVisit(): void {
  visit += 1
  setVisited(null)
}

function setVisited(region: Region | null): void {
  if (region === visited) return
  visited = region
  notify()
}

export function useVisitedRegion(): Region | null {
  return useSyncExternalStore(follow, visitedRegion, () => null)
}
