import type { ApprovalPage } from '#contract/staff-approvals.ts'
import type { ReviewPage } from '#contract/staff-review-page.ts'
import { facts, sections, table } from './table.ts'
import { companyMoment, counted, moment, money, regionOf } from './words.ts'

const marks = { Ok: 'ok', Mind: 'look', Wrong: 'wrong' } as const

/** Everything that somebody needs to decide one question, as the desk shows it. */
export function reviewText(review: ReviewPage): string {
  const { compared, decision, approve, decline, region } = review
  return sections([
    [
      review.title,
      facts([
        ['Account', review.shortId],
        ['School', review.schoolName],
        ['Status', review.status],
        ['Waits since', moment(review.since, region)],
        ['About', review.about],
        ['The family says', review.says?.text],
        ['Files', review.files.map(({ name, id }) => `${name} (${id})`).join(', ')],
        [
          'Among them',
          review.place.number === null ? null : `${review.place.number} of ${review.place.count}`,
        ],
      ]),
    ],
    ...(compared?.groups ?? []).map(
      (group) =>
        [
          group.title,
          table(group.rows, [
            { title: 'Line', value: ({ label }) => label },
            { title: compared?.onFile ?? '', value: ({ onFile }) => onFile ?? 'None', alignRight: true },
            {
              title: compared?.askedFor ?? '',
              value: ({ askedFor }) => askedFor ?? 'None',
              alignRight: true,
            },
            { title: 'Difference', value: ({ difference }) => difference, alignRight: true },
          ]),
        ] as const,
    ),
    ...(compared?.sums ? [['Sums', compared.sums] as const] : []),
    [
      'Checks',
      table(
        review.checks,
        [
          { title: '', value: ({ state }) => marks[state] },
          { title: 'Check', value: ({ text }) => text },
          { title: 'More', value: ({ detail }) => detail },
        ],
        'Nothing to check.',
      ),
    ],
    ...(decision
      ? [
          [
            `${review.status} by ${decision.by ?? 'the system'}`,
            facts([
              ['When', moment(decision.at, region)],
              ['For us', decision.reason],
              ['The family reads', decision.words],
              ['Undo', decision.undo.text],
            ]),
          ] as const,
        ]
      : [[approve.label, wayText(approve)] as const, [decline.label, wayText(decline)] as const]),
  ])
}

function wayText({
  words,
  effects,
  undo,
}: Pick<ReviewPage['approve'], 'words' | 'effects' | 'undo'>): string {
  return facts([
    ['The family reads', words],
    ['What happens', effects.map(({ text }) => text).join('; ')],
    ['Undo', undo.text],
  ])
}

/** What a second person decides on. */
export function approvalText(approval: ApprovalPage): string {
  const region = regionOf(approval.currency)
  const { balance } = approval
  return sections([
    [
      approval.summary,
      facts([
        ['Status', approval.status],
        ['Family', approval.familyName && `${approval.familyName}, ${approval.shortId}`],
        ['School', approval.schoolName],
        ['Amount', money(approval.amount, region)],
        ['Asked by', `${approval.requestedByName}, ${companyMoment(approval.requestedAt)}`],
        ['Reason', approval.reason],
        ['Balance', balance && `${money(balance.now, region)}, then ${money(balance.after, region)}`],
        ['The family reads', approval.words],
        ['Undo', approval.undo],
        ['Cannot be approved', approval.whyNot],
        ['Decided by', approval.decidedByName],
        ['Because', approval.decisionReason],
        ['Waiting', counted(approval.place.count, 'request')],
      ]),
    ],
  ])
}
