import { fail, frankieProvider, readJson, requestId } from '../frankie.ts'
import type { FrankieTools } from '../frankie.ts'
import { json } from '../http.ts'
import type { Incoming, Reply } from '../http.ts'
import type { Ids } from '../ids.ts'
import type { Provider } from '../provider.ts'
import { question } from './question.ts'

/** The issuer's answer by the last three characters of the number. All others are found and clear. */
const answersByEnding: Record<string, { state: string; confidence: number; note?: string }> = {
  '000': { state: 'NO_MATCH', confidence: 0 },
  '997': { state: 'CHECKED_SUCCESS_WITH_NOTES', confidence: 100, note: 'The document was reported as lost' },
}
const clear = { state: 'CHECKED_SUCCESS_CLEAR', confidence: 100, note: undefined }

/** Queries the issuers of licences and passports, in the protocol of FrankieOne's document API. */
export function createIdCheck(tools: FrankieTools): Provider {
  const path = '/compliance/v1.2/document/new/verify'
  return frankieProvider('id-check', tools, path, (request) => verify(tools, request))
}

function verify({ ids, clock }: FrankieTools, request: Incoming): Reply {
  const sent = readJson(question, request)
  if ('field' in sent) return fail(ids, 400, sent)
  const ending = sent.document.idNumber.slice(-3)
  if (ending === '999') return fail(ids, 500)
  if (ending === '998') return 'hang'
  const { state, confidence, note } = answersByEnding[ending] ?? clear
  return json(200, {
    requestId: requestId(ids),
    documentVerificationResults: {
      documentId: uuid(ids),
      processResult: {
        checkId: uuid(ids),
        checkDate: clock.now().toISOString(),
        checkPerformedBy: 'sandbox',
        checkSource: 'govt',
        checkType: 'gov_id',
        confidenceLevel: confidence,
        providerCheckID: ids.next('dvs-', 12),
        resultState: state,
        resultNotes: note ? [{ kvpKey: 'note', kvpType: 'general.string', kvpValue: note }] : [],
      },
    },
  })
}

const uuid = (ids: Ids) => ids.next('').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')
