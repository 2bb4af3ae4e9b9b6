import { useCallback, useState, type ChangeEvent } from 'react'

/** What is typed in a form, until it is sent. */
export type DraftState<Draft> = { draft: Draft; set: (change: Partial<Draft>) => void }

export function useDraft<Draft extends object>(begin: Draft | (() => Draft)): DraftState<Draft> {
  const [draft, setDraft] = useState(begin)
  // Always the same one: forms fill themselves in by effects.
  const set = useCallback((change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })), [])
  return { draft, set }
}

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

/** Binds a field to a text of its own. */
export const bindText = (value: string, set: (value: string) => void) => ({
  value,
  onChange: (event: Typed) => set(event.currentTarget.value),
})

/** The browser would load the page anew. */
export const submitting = (submit: () => unknown) => (event: { preventDefault: () => void }) => {
  event.preventDefault()
  submit()
}

type NamesOf<Draft, Value> = {
  [Name in keyof Draft]: Draft[Name] extends Value ? Name : never
}[keyof Draft] &
  string
type BoundForm<Draft> = DraftState<Draft> & {
  /** Of the fields, by the names that the server has for them. */
  errors?: Record<string, string>
}
export type Bound<Draft> = ReturnType<typeof bind<Draft>>

/** Binds fields to what is typed, each by its name: `text` those with events, `field` those with values. */
export function bind<Draft>({ draft, set, errors = {} }: BoundForm<Draft>) {
  const change = (name: keyof Draft, value: unknown) => set({ [name]: value } as Partial<Draft>)
  return {
    text: <Name extends NamesOf<Draft, string>>(name: Name) => ({
      value: draft[name],
      error: errors[name],
      onChange: (event: Typed) => change(name, event.currentTarget.value),
    }),
    field: <Name extends keyof Draft & string>(name: Name) => ({
      value: draft[name],
      error: errors[name],
      onChange: (value: Draft[Name]) => change(name, value),
    }),
    tick: <Name extends NamesOf<Draft, boolean>>(name: Name) => ({
      isChecked: draft[name],
      onChange: (isChecked: boolean) => change(name, isChecked),
    }),
  }
}
