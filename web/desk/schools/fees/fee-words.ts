import type { DraftItem } from './fee-draft.ts'

export const kindNames: Record<DraftItem['kind'], string> = {
  Fixed: 'Fixed',
  Selectable: 'Selectable',
  Optional: 'Optional',
  Family: 'Family',
  SiblingDiscount: 'Sibling discount',
  DiscountOption: 'Discount',
}

/** Only a discount is a percentage. */
export const mayBePercent = (kind: DraftItem['kind']): boolean =>
  kind === 'SiblingDiscount' || kind === 'DiscountOption'

export const forText = ({ kind, yearLevel }: Pick<DraftItem, 'kind' | 'yearLevel'>): string =>
  yearLevel ?? (kind === 'Family' ? 'Once' : 'Every year')

export const nameText = ({ name, options }: Pick<DraftItem, 'name' | 'options'>): string =>
  options.length > 0 ? `${name}: ${options.join(', ')}` : name

/** "GST 0% on all but Bus, 10%": who charges tax on what. */
export function taxText(items: readonly DraftItem[]): string {
  const taxed = items.filter(({ taxPercent }) => Number(taxPercent) > 0)
  if (taxed.length === 0) return 'No tax in any of them'
  const names = taxed.map(({ name, taxPercent }) => `${name} ${Number(taxPercent)}%`)
  return `Tax in ${new Intl.ListFormat('en-AU').format(names.slice(0, 3))}${names.length > 3 ? ' and others' : ''}`
}
