import * as z from 'zod/mini'

/** Messages for values that the contract does not accept, used instead of the validation library's own texts. */
z.config({ localeError: issueText })

type Issue = Parameters<z.core.$ZodErrorMap>[0]

function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required' : `This must be ${nameOf(issue.expected)}`
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not in the right format'
    case 'invalid_value':
      return choiceOf(issue.values)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'not_multiple_of':
      return issue.divisor < 1 ? 'This has too many decimals' : `This must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `We do not know ${issue.keys.map((key) => `“${key.slice(0, 40)}”`).join(', ')}`
    default:
      return 'This fits none of the forms that we accept here'
  }
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  date: 'a date',
}
const nameOf = (type: string) => typeNames[type] ?? 'of another kind'

const formats: Record<string, string> = {
  uuid: 'This is not an id of ours',
  date: 'This is not a date such as 2027-02-28',
  datetime: 'This is not a time such as 2027-02-28T09:30:00Z',
  url: 'This is not a web address',
  email: 'This is not an email address',
}

function choiceOf(values: readonly unknown[]): string {
  const shown = values.map(String).join(', ')
  return values.length === 1 ? `This must be ${shown}` : `Choose one of: ${shown}`
}

type Bounded = Extract<Issue, { code: 'too_small' | 'too_big' }>

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>): string {
  if (isCounted(issue) && Number(issue.minimum) === 1) return 'This is required'
  return `${isCounted(issue) ? 'This needs' : 'This must be'} at least ${counted(issue, issue.minimum)}`
}

function tooBig(issue: Extract<Issue, { code: 'too_big' }>): string {
  return `${isCounted(issue) ? 'This can have' : 'This must be'} at most ${counted(issue, issue.maximum)}`
}

const isCounted = ({ origin }: Bounded) => origin === 'string' || origin === 'array' || origin === 'set'

function counted({ origin }: Bounded, bound: unknown): string {
  const number = String(bound)
  if (origin === 'string') return `${number} ${number === '1' ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set') return `${number} ${number === '1' ? 'entry' : 'entries'}`
  return number
}

/** Maps each field path to its error. `name` stands for the request part as a whole. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], name: string): Record<string, string> {
  return Object.fromEntries(
    issues.flatMap(nearest).map((issue) => [issue.path.join('.') || name, issue.message]),
  )
}

/** Where several forms are accepted, reports the errors of the form that is closest to the input. */
function nearest(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const [closest, next] = issue.errors
    .filter((form) => !form.some(({ code, path }) => code === 'invalid_type' && path.length === 0))
    .toSorted((one, other) => one.length - other.length)
  if (!closest || closest.length === next?.length) return [issue]
  return closest.flatMap((each) => nearest({ ...each, path: [...issue.path, ...each.path] }))
}
