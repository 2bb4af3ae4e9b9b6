import { fail, frankieProvider, requestId } from '../frankie.ts'
import type { FrankieTools } from '../frankie.ts'
import { json } from '../http.ts'
import type { Incoming, Reply } from '../http.ts'
import type { Provider } from '../provider.ts'

/**
 * Asks a credit reporting body whether it knows a person, in the protocol of FrankieOne's compliance API. The street
 * number of the current address decides: ending in 000 nobody is found, 999 is a fault, 998 hangs.
 */
export function createCreditBody(tools: FrankieTools): Provider {
  const path = '/compliance/v1.2/entity/new/verify/:checkType/:resultLevel'
  return frankieProvider('credit-body', tools, path, (request) => verify(tools, request))
}

function verify({ ids, clock }: FrankieTools, request: Incoming): Reply {
  const { checkType = '', resultLevel = '' } = request.params
  const refuse = (field: string, issue: string) => fail(ids, 400, { field, issue })
  if (!['one_plus', 'two_plus'].includes(checkType)) return refuse('checkType', `unknown: ${checkType}`)
  if (!['summary', 'full'].includes(resultLevel)) return refuse('resultLevel', `unknown: ${resultLevel}`)
  const sent = readEntity(request.body)
  if (typeof sent === 'string') return refuse('entity', sent)
  const { streetNumber } = sent
  if (streetNumber.endsWith('998')) return 'hang'
  if (streetNumber.endsWith('999')) return fail(ids, 500)
  return json(200, {
    requestId: requestId(ids),
    entity: { entityId: ids.next('') },
    checkSummary: {
      checkId: ids.next(''),
      checkType,
      checkDate: clock.now().toISOString(),
      resultState: streetNumber.endsWith('000') ? 'NO_MATCH' : 'CHECKED_SUCCESS_CLEAR',
    },
  })
}

type Parts = Record<string, unknown>

/** The street number that decides, or the error of the request. */
function readEntity(body: string): { streetNumber: string } | string {
  let sent: unknown
  try {
    sent = JSON.parse(body)
  } catch {
    return 'The request is not JSON'
  }
  const entity = partsIn(partsIn(sent)['entity'])
  const name = partsIn(entity['name'])
  if (!isText(name['givenName']) || !isText(name['familyName']))
    return 'entity.name needs givenName and familyName'
  const { dateOfBirth } = partsIn(entity['dateOfBirth'])
  if (typeof dateOfBirth !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth))
    return 'entity.dateOfBirth needs a dateOfBirth'
  const addresses: unknown = entity['addresses']
  if (!Array.isArray(addresses) || addresses.length === 0) return 'entity.addresses is empty'
  const all = addresses.map(partsIn)
  const isWhole = all.every(
    (address) => address['country'] === 'AUS' && isText(address['state']) && isText(address['postalCode']),
  )
  if (!isWhole) return 'Each address needs a country, a state and a postalCode'
  const current = all.find((address) => address['addressType'] === 'RESIDENTIAL1')
  if (!current) return 'No address is RESIDENTIAL1'
  const { streetNumber } = current
  return { streetNumber: isText(streetNumber) ? streetNumber : '' }
}

const partsIn = (value: unknown): Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Parts) : {}
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
