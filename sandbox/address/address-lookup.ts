import { hasPassword } from '../basic-auth.ts'
import { httpActions } from '../faults/actions.ts'
import { json } from '../http.ts'
import type { Answer, Incoming, Reply } from '../http.ts'
import type { Provider } from '../provider.ts'
import { findAddresses, titled } from './find-addresses.ts'
import type { KnownAddress } from './known-addresses.ts'

export type AddressAccount = { user: string; password: string }

/** Australian addresses, in the protocol of Harmony's REST interface, version 1. */
export function createAddressLookup({ user, password }: AddressAccount): Provider {
  return {
    name: 'address',
    actions: httpActions,
    failure,
    routes: {
      'POST /harmony/rest/au/address': (request) =>
        hasPassword(request, user, password) ? search(request) : failure(401),
    },
  }
}

function search(request: Incoming): Reply {
  const lookup = readRequest(request.body)
  if (typeof lookup === 'string') return json(400, error(lookup))
  const { typed, isTitle } = lookup
  switch (typed.trim().toLowerCase()) {
    case 'zz timeout':
      return 'hang'
    case 'zz error':
      return json(200, error('The source of truth could not be read'))
    case 'zz none':
      return json(200, found([]))
    default:
      return json(200, found(findAddresses(typed).map((address) => entryOf(address, isTitle))))
  }
}

/** The query, or the error of the request. */
function readRequest(body: string): { typed: string; isTitle: boolean } | string {
  let sent: {
    payload?: { fullAddress?: unknown }[]
    sourceOfTruth?: unknown
    featureOptions?: { caseType?: unknown }
  } | null
  try {
    sent = JSON.parse(body)
  } catch {
    return 'The request is not JSON'
  }
  if (!Array.isArray(sent?.payload)) return 'payload must be an array of addresses'
  const typed = sent.payload[0]?.fullAddress
  if (typeof typed !== 'string') return 'payload holds no fullAddress'
  if (sent.sourceOfTruth !== 'AUSOTS') return 'sourceOfTruth is not one of this account: AUSOTS'
  return { typed, isTitle: sent.featureOptions?.caseType === 'TITLE' }
}

function entryOf(address: KnownAddress, isTitle: boolean) {
  const inCase = (text: string) => (isTitle ? text : text.toUpperCase())
  const { unit, number, streetName, streetType, locality, state, postcode } = address
  return {
    id: idOf(address),
    eid: null,
    fullAddress: inCase(titled(address)),
    subdwelling: unit === null ? null : inCase(`Unit ${unit}`),
    flatUnitType: unit === null ? null : inCase('Unit'),
    flatUnitNumber: unit,
    floorLevelType: null,
    floorLevelNumber: null,
    buildingName: null,
    lotNumber: null,
    streetNumber: number,
    street: inCase(`${streetName} ${streetType}`),
    streetName: inCase(streetName),
    streetType: inCase(streetType),
    streetSuffix: null,
    street2: null,
    postal: null,
    postalType: null,
    postalNumber: null,
    locality: inCase(locality),
    state,
    postcode,
    country: inCase('Australia'),
    attributes: {},
  }
}

/** Like the ids of the national address file: the letters of the state, and a number. */
function idOf({ unit, number, streetName, postcode, state }: KnownAddress): string {
  return `GA${state}${postcode}${streetName.length}${number.padStart(4, '0')}${unit ?? '0'}`
}

const found = (payload: object[]) => ({ status: 'SUCCESS', messages: [], payload })
const error = (message: string) => ({ status: 'ERROR', messages: [message], payload: null })

function failure(status: number): Answer {
  if (status === 401) return json(401, error('Unauthorized'), { 'www-authenticate': 'Basic realm="Harmony"' })
  return json(status, error(status === 429 ? 'Too many requests' : 'Internal error'))
}
