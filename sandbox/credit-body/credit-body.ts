import * as z from 'zod/mini'
import { fail, frankieProvider, readJson, requestId } from '../frankie.ts'
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
  const sent = readJson(query, request)
  if ('field' in sent) return fail(ids, 400, sent)
  const current = sent.entity.addresses.find(({ addressType }) => addressType === 'RESIDENTIAL1')
  if (!current) return refuse('entity.addresses', 'No address is RESIDENTIAL1')
  const { streetNumber = '' } = current
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

const text = z.string().check(z.minLength(1))
const query = z.object({
  entity: z.object({
    name: z.object({ givenName: text, familyName: text }),
    dateOfBirth: z.object({ dateOfBirth: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)) }),
    addresses: z.array(
      z.object({
        addressType: z.unknown(),
        country: z.literal('AUS'),
        state: text,
        postalCode: text,
        streetNumber: z.optional(z.string()),
      }),
    ),
  }),
})
