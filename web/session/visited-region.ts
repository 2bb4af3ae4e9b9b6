import { useSyncExternalStore } from 'react'
import type { Region } from '#domain/region.ts'

/**
 * The region of the payment request that a guest has open here. It ends with the visit: whose link somebody opens says
 * nothing about where they live, and their own region stays what it was.
 */
let visited: Region | null = null
let visit = 0
const listeners = new Set<() => void>()

export function visitedRegion(): Region | null {
  return visited
}

/** Names the visit at hand, for replies that may come after its end. */
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
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useVisitedRegion(): Region | null {
  return useSyncExternalStore(follow, visitedRegion, () => null)
}
