/** The fields of a document check that are used here. */
export type Question = {
  document: { idType: string; country: string; region?: string; idNumber: string }
}

type Check = (value: unknown) => string | undefined
type Fields = Record<string, { check: Check; isOptional?: true }>
type Fault = { field: string; issue: string }

const text: Check = (value) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 100 ? undefined : 'must be a text'
const matching =
  (pattern: RegExp, issue: string): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : issue
const list: Check = (value) => (Array.isArray(value) ? undefined : 'must be a list')
const object: Check = (value) => (isObject(value) ? undefined : 'must be an object')

const topFields: Fields = { document: { check: object }, entityData: { check: object } }
const documentFields: Fields = {
  idType: { check: matching(/^(DRIVERS_LICENCE|PASSPORT)$/, 'is not supported') },
  country: { check: matching(/^[A-Z]{3}$/, 'must be an ISO-3166 alpha-3 code') },
  region: { check: matching(/^[A-Z]{2,3}$/, 'must be an abbreviation'), isOptional: true },
  idNumber: { check: matching(/^[A-Z\d]{1,20}$/, 'must be letters and digits') },
  extraData: { check: list, isOptional: true },
}
const pairFields: Fields = {
  kvpKey: { check: text },
  kvpValue: { check: text },
  kvpType: { check: text, isOptional: true },
}
const entityFields: Fields = { name: { check: object }, dateOfBirth: { check: object, isOptional: true } }
const nameFields: Fields = { givenName: { check: text }, familyName: { check: text } }
const birthFields: Fields = {
  dateOfBirth: { check: matching(/^\d{4}-\d{2}-\d{2}$/, 'must be YYYY-MM-DD') },
}

/** The first error of a request: an unknown field, a missing one, or one of the wrong type. */
export function findFault(sent: unknown): Fault | undefined {
  const whole = faultIn(sent, topFields, '')
  if (whole) return whole
  const { document, entityData } = sent as Record<string, Record<string, unknown>>
  return (
    faultIn(document, documentFields, 'document') ??
    faultOfLicence(document) ??
    faultIn(entityData, entityFields, 'entityData') ??
    faultIn(entityData?.['name'], nameFields, 'entityData.name') ??
    (entityData?.['dateOfBirth'] === undefined
      ? undefined
      : faultIn(entityData['dateOfBirth'], birthFields, 'entityData.dateOfBirth'))
  )
}

/** A licence is identified by its state and its card number, besides its own number. */
function faultOfLicence(document: Record<string, unknown> | undefined): Fault | undefined {
  const pairs = (document?.['extraData'] ?? []) as Record<string, unknown>[]
  for (const [index, pair] of pairs.entries()) {
    const fault = faultIn(pair, pairFields, `document.extraData.${index}`)
    if (fault) return fault
  }
  if (document?.['idType'] !== 'DRIVERS_LICENCE') return undefined
  if (document['region'] === undefined) return { field: 'document.region', issue: 'is required' }
  const hasCardNumber = pairs.some(({ kvpKey }) => kvpKey === 'document_number')
  return hasCardNumber ? undefined : { field: 'document.extraData', issue: 'must hold a document_number' }
}

function faultIn(value: unknown, fields: Fields, path: string): Fault | undefined {
  if (!isObject(value)) return { field: path, issue: 'must be an object' }
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) return { field: at(unknown), issue: 'is unknown' }
  for (const [name, { check, isOptional }] of Object.entries(fields)) {
    if (value[name] === undefined && isOptional) continue
    const issue = value[name] === undefined ? 'is required' : check(value[name])
    if (issue) return { field: at(name), issue }
  }
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
