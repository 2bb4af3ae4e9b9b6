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

type Place = Omit<Address, 'streetNo' | 'unitNo'>
const place = (street: string, suburb: string, state: string, postcode: string): Place => ({
  street,
  suburb,
  state,
  postcode,
})

const places: Record<Region, readonly [Place, ...Place[]]> = {
  AU: [
    place('Banksia Street', 'Marrickville', 'NSW', '2204'),
    place('Lygon Street', 'Brunswick East', 'VIC', '3057'),
    place('Waratah Avenue', 'Ashgrove', 'QLD', '4060'),
    place('Railway Parade', 'Subiaco', 'WA', '6008'),
    place('The Esplanade', 'Glenelg', 'SA', '5045'),
    place('Elizabeth Street', 'North Hobart', 'TAS', '7000'),
    place('Jarrah Crescent', 'Cook', 'ACT', '2614'),
    place('Casuarina Drive', 'Nightcliff', 'NT', '0810'),
    place('Kurrajong Road', 'Wollongong', 'NSW', '2500'),
    place('Station Street', 'Box Hill', 'VIC', '3128'),
  ],
  UK: [
    place('Orchard Lane', 'Guildford', 'Surrey', 'GU1 3UW'),
    place('Mill Road', 'Cambridge', 'Cambridgeshire', 'CB1 2AZ'),
    place('Victoria Terrace', 'Leeds', 'West Yorkshire', 'LS3 1BX'),
    place('Harbour Row', 'Bristol', 'Avon', 'BS1 5UH'),
  ],
}

export function addressOf(region: Region, email: string): Address {
  return { streetNo: String(1 + (Number(digitsOf(4, email, 'house')) % 180)), ...pick(places[region], email) }
}

export function fullAddress({ unitNo, streetNo, street, suburb, state, postcode }: Address): string {
  return `${unitNo ? `Unit ${unitNo}, ` : ''}${streetNo} ${street}, ${suburb} ${state} ${postcode}`
}

/** Never one of the endings to which the sandbox gives a meaning of their own (000, 001, 002). */
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
