import type { Region } from './region.ts'

/** How mobiles are written at home: the code of the country gives way to a zero, and the digits stand in groups. */
const atHome: Record<Region, { pattern: RegExp; national: string }> = {
  AU: { pattern: /^\+61(4\d\d)(\d{3})(\d{3})$/, national: '0$1 $2 $3' },
  UK: { pattern: /^\+44(7\d{3})(\d{6})$/, national: '0$1 $2' },
}

/** A mobile as a customer of the region knows it. A number from elsewhere keeps the code of its country. */
export function formatMobile(e164: string, region: Region): string {
  const { pattern, national } = atHome[region]
  return e164.replace(pattern, national)
}
