import type { Region } from './region.ts'

/** Local formats of mobile numbers: a zero instead of the country code, and the digits in groups. */
const atHome: Record<Region, { pattern: RegExp; national: string }> = {
  AU: { pattern: /^\+61(4\d\d)(\d{3})(\d{3})$/, national: '0$1 $2 $3' },
  UK: { pattern: /^\+44(7\d{3})(\d{6})$/, national: '0$1 $2' },
}

/** A mobile number in the region's local format. A foreign number keeps its country code. */
export function formatMobile(e164: string, region: Region): string {
  const { pattern, national } = atHome[region]
  return e164.replace(pattern, national)
}
