import { callCommand } from '../call-command.ts'
import { command, type Command } from '../command.ts'
import { OpsFailure } from '../failure.ts'
import { feeChangePage } from '../fee-change-page.ts'
import { importFile, refused } from '../import-command.ts'
import { shortened } from '../short-ids.ts'

export const feeColumns =
  'school, year, kind, name; and for what it is year_level, amount, percent, discountable, tax_percent, options, starts_on, ends_on'

/** Other fees for a year that families pay for already. */
export const feeChangeCommands: Command[] = [
  command({
    name: 'fees preview',
    about: 'Shows what other fees would do to every plan, before anything is changed.',
    arguments: [{ name: 'file', about: `a CSV file with the columns ${feeColumns}` }],
    isChange: true,
    examples: ['fees preview wattle-2027.csv --reason "New fees from July"'],
    async run({ api, session, reason, argument, note }) {
      const query = new URLSearchParams({ reason })
      const path = `/api/staff/imports/fee-changes?${query.toString()}`
      const result = await importFile(session, path, argument.file, note)
      if (result.outcome === 'Refused') throw refused(argument.file, result)
      const changes = await Promise.all(
        (result.feeChanges ?? []).map((feeChangeId) =>
          api('GET /api/staff/fee-changes/:feeChangeId', { params: { feeChangeId } }),
        ),
      )
      const next = changes.map(({ id }) => `fees apply ${shortened(id)} --reason "…"`)
      const pages = changes.map(feeChangePage)
      return {
        raw: changes,
        text: [...pages, `Nothing is changed yet. If it is as it should be:\n${next.join('\n')}`].join(
          '\n\n',
        ),
      }
    },
  }),
  callCommand({
    name: 'fees change',
    about: 'Shows a change of fees that was previewed, and how far it is carried out.',
    call: 'GET /api/staff/fee-changes/:feeChangeId',
    examples: ['fees change 3f0c91d2'],
    text: (found) => feeChangePage(found),
  }),
  callCommand({
    name: 'fees apply',
    about: 'Applies a change of fees as it was previewed: plans are recalculated, and families are notified.',
    call: 'POST /api/staff/fee-changes/:feeChangeId/apply',
    warning: 'Every plan of the preview is recalculated, and every family is notified.',
    examples: ['fees apply 3f0c91d2 --reason "Confirmed by the bursar"'],
    text: ({ outcome, feeChange: change }) => {
      const page = feeChangePage(change)
      if (outcome === 'Changed')
        throw new OpsFailure(
          'refused',
          `${page}\n\nAmounts have changed since the preview, so nothing was applied. This is how it would be now.`,
          `If it is as it should be: fees apply ${shortened(change.id)} --reason "…"`,
        )
      const end =
        outcome === 'Applied'
          ? 'Applied. The families are notified.'
          : `It is being applied; see how far it is with: fees change ${shortened(change.id)}`
      return `${page}\n\n${end}`
    },
  }),
]
