import type { Region } from '#domain/region.ts'
import { digitsOf, pick } from './ids.ts'

export type Address = {
  unitNo?: string
  streetNo: string
  street: string
  suburb: string
  state: string
  postcode: string
}

type Locality = Omit<Address, 'streetNo' | 'unitNo'>
const locality = (street: string, suburb: string, state: string, postcode: string): Locality => ({
  street,
  suburb,
  state,
  postcode,
})

const localities: Record<Region, readonly [Locality, ...Locality[]]> = {
  AU: [
    locality('Banksia Street', 'Marrickville', 'NSW', '2204'),
    locality('Lygon Street', 'Brunswick East', 'VIC', '3057'),
    locality('Waratah Avenue', 'Ashgrove', 'QLD', '4060'),
    locality('Railway Parade', 'Subiaco', 'WA', '6008'),
    locality('The Esplanade', 'Glenelg', 'SA', '5045'),
    locality('Elizabeth Street', 'North Hobart', 'TAS', '7000'),
    locality('Jarrah Crescent', 'Cook', 'ACT', '2614'),
    locality('Casuarina Drive', 'Nightcliff', 'NT', '0810'),
    locality('Kurrajong Road', 'Wollongong', 'NSW', '2500'),
    locality('Station Street', 'Box Hill', 'VIC', '3128'),
  ],
  UK: [
    locality('Orchard Lane', 'Guildford', 'Surrey', 'GU1 3UW'),
    locality('Mill Road', 'Cambridge', 'Cambridgeshire', 'CB1 2AZ'),
    locality('Victoria Terrace', 'Leeds', 'West Yorkshire', 'LS3 1BX'),
    locality('Harbour Row', 'Bristol', 'Avon', 'BS1 5UH'),
  ],
}

export function addressOf(region: Region, email: string): Address {
  return {
    streetNo: String(1 + (Number(digitsOf(4, email, 'house')) % 180)),
    ...pick(localities[region], email),
  }
}

export function fullAddress({ unitNo, streetNo, street, suburb, state, postcode }: Address): string {
  return `${unitNo ? `Unit ${unitNo}, ` : ''}${streetNo} ${street}, ${suburb} ${state} ${postcode}`
}

/** Never an ending with a special meaning in the sandbox (000, 001, 002). */
export function mobileOf(region: Region, email: string): string {
  const prefix = region === 'AU' ? '+61491' : '+447700'
  const ending = 100 + (Number(digitsOf(6, email, 'ending')) % 900)
  return `${prefix}${digitsOf(3, email, 'mobile')}${ending}`
}

export const givenNames = [
  'Ava',
  'Noah',
  'Aisha',
  'Leo',
  'Mei',
  'Arjun',
  'Freya',
  'Kai',
  'Zara',
  'Hugo',
  'Lani',
  'Mateo',
  'Saoirse',
  'Tariq',
  'Elsie',
  'Jarrah',
  'Ines',
  'Samir',
  'Poppy',
  'Kofi',
] as const
