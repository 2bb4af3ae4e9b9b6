import { useEffect, useRef, type RefObject } from 'react'

/** Gives the focus to a field when its step comes. */
export function useArrivalFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const field = useRef<Element>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
