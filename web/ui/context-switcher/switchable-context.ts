/** Something that applies to the whole portal, for example one of several accounts. */
export type SwitchableContext = {
  /** Completes "Select …". */
  name: string
  options: readonly { label: string; value: string }[]
  selected: string
  onSwitch: (value: string) => void
}

/** Sorted alphabetically; null if there is nothing to choose. */
export function optionsToOffer(context: SwitchableContext): SwitchableContext['options'] | null {
  if (context.options.length < 2) return null
  return context.options.toSorted((a, b) => a.label.localeCompare(b.label, 'en-AU'))
}

export function selectedLabel(context: SwitchableContext): string {
  return context.options.find((option) => option.value === context.selected)?.label ?? ''
}
