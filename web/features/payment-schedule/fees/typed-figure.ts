import { formatNumber, parseAmount, toDecimal } from '#domain/money.ts'

/** What was typed into one of two fields; the other is empty. */
export type Figure = { percent: string; amount: string }

export const noFigure: Figure = { percent: '', amount: '' }

/** Null where nothing, or nothing above zero, was typed. */
export function readFigure(text: string): number | null {
  const amount = parseAmount(text.replace(/^\./, '0.').replace(/\.$/, ''))
  return amount ? toDecimal(amount) : null
}

export function writeAmount(amount: number | null): string {
  return amount === null ? '' : formatNumber(amount)
}

export function writePercent(percent: number | null): string {
  return percent === null ? '' : String(percent)
}
