export type KnownAddress = {
  unit: string | null
  number: string
  streetName: string
  streetType: string
  locality: string
  state: string
  postcode: string
}

/** Real localities with made-up streets and houses. */
const localities = `
  Paddington QLD 4064, Brisbane City QLD 4000, Toowong QLD 4066, New Farm QLD 4005, West End QLD 4101,
  Bulimba QLD 4171, Ascot QLD 4007, Indooroopilly QLD 4068, Southport QLD 4215, Toowoomba City QLD 4350,
  Cairns City QLD 4870, Noosa Heads QLD 4567, Townsville City QLD 4810, Sydney NSW 2000, Surry Hills NSW 2010,
  Paddington NSW 2021, Bondi NSW 2026, Manly NSW 2095, Mosman NSW 2088, Chatswood NSW 2067,
  Parramatta NSW 2150, Newtown NSW 2042, Balmain NSW 2041, Leichhardt NSW 2040, Hornsby NSW 2077,
  Penrith NSW 2750, Newcastle NSW 2300, Wollongong NSW 2500, Orange NSW 2800, Dubbo NSW 2830,
  Wagga Wagga NSW 2650, Tamworth NSW 2340, Armidale NSW 2350, Queanbeyan NSW 2620, Albury NSW 2640,
  Byron Bay NSW 2481, Bowral NSW 2576, Kingston ACT 2604, Braddon ACT 2612, Belconnen ACT 2617,
  Griffith ACT 2603, Gungahlin ACT 2912, Greenway ACT 2900, Melbourne VIC 3000, Carlton VIC 3053,
  Fitzroy VIC 3065, Richmond VIC 3121, South Yarra VIC 3141, Toorak VIC 3142, Hawthorn VIC 3122,
  Kew VIC 3101, Brighton VIC 3186, St Kilda VIC 3182, Brunswick VIC 3056, Footscray VIC 3011,
  Geelong VIC 3220, Ballarat Central VIC 3350, Bendigo VIC 3550, Frankston VIC 3199, Adelaide SA 5000,
  North Adelaide SA 5006, Glenelg SA 5045, Unley SA 5061, Norwood SA 5067, Mount Barker SA 5251,
  Perth WA 6000, Subiaco WA 6008, Fremantle WA 6160, Cottesloe WA 6011, Claremont WA 6010,
  Nedlands WA 6009, Albany WA 6330, Hobart TAS 7000, Sandy Bay TAS 7005, Battery Point TAS 7004,
  Launceston TAS 7250, Devonport TAS 7310, Darwin City NT 0800, Fannie Bay NT 0820, Alice Springs NT 0870
`

const streets = `
  Boundary Road, Banksia Street, Harbour View Road, Wattle Street, Church Street, Railway Parade, Victoria Street,
  Station Street, Beach Road, Park Avenue, High Street, King Street, Queen Street, Albert Street, George Street,
  Elizabeth Street, William Street, Mill Lane, Garden Terrace, River Terrace, Hill Street, School Road,
  Orchard Road, Magpie Crescent, Lorikeet Place, Kookaburra Drive, Grevillea Court, Jacaranda Avenue,
  Waratah Street, Eucalypt Way, Ironbark Drive, Bottlebrush Close, Acacia Avenue, Lilly Pilly Lane,
  Bayview Terrace, Clifftop Road, Lighthouse Road, Old Coach Road, Market Street, Tramway Parade
`

/** A divisor of the number of streets. */
const streetsPerLocality = 5

/** The same addresses in every sandbox, so that tests are repeatable. */
export const knownAddresses: readonly KnownAddress[] = [...everyHouse(), ...remarkableHouses()]

function everyHouse(): KnownAddress[] {
  const allStreets = listed(streets).map(streetOf)
  return listed(localities)
    .map(localityOf)
    .flatMap((place, at) => {
      const first = (at * streetsPerLocality) % allStreets.length
      return allStreets
        .slice(first, first + streetsPerLocality)
        .flatMap((street, nth) => doors(at * 3 + nth * 5).map((door) => ({ ...door, ...street, ...place })))
    })
}

/** A house with three flats, and one without. */
function doors(seed: number) {
  const [flats, house] = [String(14 + 4 * (seed % 40)), String(27 + 2 * (seed % 40))]
  return [
    { number: flats, unit: null },
    ...['1', '2', '3'].map((unit) => ({ number: flats, unit })),
    { number: house, unit: null },
  ]
}

/**
 * The end of the street number decides whether the credit reporting body does not know the person, fails, or hangs.
 */
function remarkableHouses(): KnownAddress[] {
  const street = { streetName: 'Boundary', streetType: 'Road' }
  const place = { locality: 'Paddington', state: 'QLD', postcode: '4064' }
  return ['1000', '1999', '1998'].map((number) => ({ unit: null, number, ...street, ...place }))
}

function listed(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

function localityOf(text: string) {
  const words = text.split(/\s+/)
  const [state = '', postcode = ''] = words.slice(-2)
  return { locality: words.slice(0, -2).join(' '), state, postcode }
}

function streetOf(text: string) {
  const words = text.split(/\s+/)
  return { streetName: words.slice(0, -1).join(' '), streetType: words.at(-1) ?? '' }
}
