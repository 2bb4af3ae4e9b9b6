import type { Region } from '#domain/region.ts'
import type { LegalEntity } from '../config.ts'

/** "ABN 12 345 678 901", "Company number 01234567": what the law of the region asks for beside the name. */
export function registration(region: Region, { number }: LegalEntity): string {
  return `${region === 'AU' ? 'ABN' : 'Company number'} ${number}`
}

/** "Larkwell Pty Ltd, ABN 12 345 678 901" */
export function issuerName(region: Region, entity: LegalEntity): string {
  return `${entity.name}, ${registration(region, entity)}`
}
