import { useState, type ReactNode } from 'react'
import type { DisputeEvidence, StaffDispute } from '#contract/staff-disputes.ts'
import { namedChild, type EvidencePart } from '#domain/dispute-evidence.ts'
import { whyNotAccept, whyNotAnswer } from '#domain/disputes.ts'
import { Button } from '../../ui/button/button.tsx'
import '../../ui/card/card.css'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { TextArea } from '../../ui/text-input/text-area.tsx'
import { WarningIcon } from '../../ui/icon/warning.tsx'
import { refresh, useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { useNow } from '../foundation/clock.ts'
import { bindText } from '../foundation/draft.ts'
import { useMay } from '../foundation/session.ts'
import { moment } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { showDone } from '../foundation/toast.ts'
import { FailureAlert } from '../ui/failure/failure-alert.tsx'
import { AcceptLoss } from './accept-loss.tsx'
import './evidence-card.css'
import { EvidencePreview } from './evidence-preview.tsx'
import { SendEvidence } from './send-evidence.tsx'

/** The alert of the dispute leads here. */
function EvidenceHead({ children }: { children?: ReactNode }) {
  return (
    <div className="card__head">
      <h2 id="evidence" tabIndex={-1}>
        Evidence
      </h2>
      {children}
    </div>
  )
}

/** What we tell the bank. Staff who may not prepare it read who may. */
export function EvidenceCard({ dispute }: { dispute: StaffDispute }) {
  const mayAnswer = useMay('operations')
  if (!mayAnswer) {
    return (
      <section className="card" aria-labelledby="evidence">
        <EvidenceHead />
        <p className="muted">Only Operations can send evidence.</p>
      </section>
    )
  }
  return <Evidence dispute={dispute} />
}

function Evidence({ dispute }: { dispute: StaffDispute }) {
  const query = useRead('GET /api/staff/disputes/:disputeId/evidence', { params: { disputeId: dispute.id } })
  const now = useNow()
  const standing = {
    status: dispute.status,
    evidenceDueAt: dispute.evidenceDueAt === null ? null : new Date(dispute.evidenceDueAt),
    isAnswered:
      dispute.evidenceSentAt !== null || (dispute.answer !== null && dispute.answer.status !== 'Refused'),
  }
  const isOpen = whyNotAnswer(standing, now) === undefined
  return (
    <section className="card" aria-labelledby="evidence">
      <Loaded query={query} label="Loading the evidence">
        {(evidence) =>
          isOpen ? (
            <EvidenceForm dispute={dispute} evidence={evidence} />
          ) : (
            <ClosedEvidence
              dispute={dispute}
              evidence={evidence}
              mayAccept={whyNotAccept(standing) === undefined}
            />
          )
        }
      </Loaded>
    </section>
  )
}

/** What was sent, or what nobody can send any more. */
function ClosedEvidence({
  dispute,
  evidence,
  mayAccept,
}: {
  dispute: StaffDispute
  evidence: DisputeEvidence
  mayAccept: boolean
}) {
  const [isAccepting, setAccepting] = useState(false)
  const { answer, region } = dispute
  const isSent = answer?.kind === 'Evidence' && answer.status !== 'Refused'
  return (
    <>
      <EvidenceHead>
        {isSent && <span className="xs muted">{`Sent by ${answer.by}, ${moment(answer.at, region)}`}</span>}
      </EvidenceHead>
      {isSent ? (
        <>
          <p>{`Reason: ${answer.reason}`}</p>
          <EvidencePreview evidence={evidence} />
        </>
      ) : (
        <p className="muted">
          {dispute.evidenceSentAt
            ? 'Sent on the provider’s site, not from the desk.'
            : 'No evidence was sent from the desk.'}
        </p>
      )}
      {mayAccept && (
        <div className="row evidence__foot">
          <span className="end">
            <Button look="secondary" onClick={() => setAccepting(true)}>
              Accept the dispute
            </Button>
          </span>
        </div>
      )}
      {isAccepting && <AcceptLoss dispute={dispute} onClose={() => setAccepting(false)} />}
    </>
  )
}

function EvidenceForm({ dispute, evidence }: { dispute: StaffDispute; evidence: DisputeEvidence }) {
  const chosenOf = ({ parts }: DisputeEvidence) =>
    parts.filter(({ isChosen }) => isChosen).map(({ part }) => part)
  const [parts, setParts] = useState<EvidencePart[]>(() => chosenOf(evidence))
  const [words, setWords] = useState(evidence.words)
  const [open, setOpen] = useState<'send' | 'accept'>()
  const child = namedChild(words, evidence.childNames)
  const isChanged =
    words !== evidence.words || parts.toSorted().join() !== chosenOf(evidence).toSorted().join()
  const save = useAction(async () => {
    await call('PUT /api/staff/disputes/:disputeId/evidence', {
      params: { disputeId: dispute.id },
      body: { parts, words, reason: 'Evidence prepared' },
    })
    await refresh('GET /api/staff/disputes/:disputeId/evidence', 'GET /api/staff/payments/:paymentId')
  })
  const saveAndShow = async () => {
    await save.run()
    setOpen('send')
  }
  const bytes = evidence.files.reduce((sum, file) => sum + file.bytes, 0)
  return (
    <>
      <EvidenceHead>
        <span className="xs muted">
          {`${parts.length} of ${evidence.parts.length} chosen · ${megabytes(bytes)} of ${megabytes(evidence.mostBytes)}`}
        </span>
      </EvidenceHead>
      <FailureAlert title="The draft was not saved" failure={save.failure} />
      <div className="evidence">
        <div className="evidence__parts">
          {evidence.parts.map(({ part, title, detail }) => (
            <Checkbox
              key={part}
              label={title}
              hint={detail}
              isChecked={parts.includes(part)}
              onChange={(isChosen) =>
                setParts((before) => (isChosen ? [...before, part] : before.filter((each) => each !== part)))
              }
            />
          ))}
        </div>
        <TextArea
          label="What the bank reads"
          rows={8}
          maxLength={evidence.mostLetters}
          {...bindText(words, setWords)}
          {...(child === undefined
            ? {
                hint: `${words.length} of ${evidence.mostLetters.toLocaleString('en-AU')} characters. Do not name a child.`,
              }
            : { error: `Remove ${child}: evidence must not name a child.` })}
        />
      </div>
      <div className="row evidence__foot">
        <span className="undo undo--never">
          <WarningIcon size="small" />
          Evidence can be sent once. It cannot be changed afterwards.
        </span>
        <span className="end row">
          {evidence.draft && !isChanged && (
            <span className="xs muted">{`Draft by ${evidence.draft.savedBy}, ${moment(evidence.draft.savedAt)}`}</span>
          )}
          {isChanged && (
            <Button
              look="borderless"
              isBusy={save.isBusy}
              disabled={child !== undefined}
              onClick={() => void save.run().then(() => showDone('Draft saved. Nothing is sent yet.'))}
            >
              Save draft
            </Button>
          )}
          {dispute.status === 'Open' && (
            <Button look="secondary" onClick={() => setOpen('accept')}>
              Accept the dispute
            </Button>
          )}
          <Button
            isBusy={save.isBusy}
            disabled={child !== undefined || words.trim() === ''}
            onClick={() => void saveAndShow()}
          >
            Send the evidence
          </Button>
        </span>
      </div>
      {open === 'send' && save.error === undefined && (
        <SendEvidence dispute={dispute} evidence={evidence} onClose={() => setOpen(undefined)} />
      )}
      {open === 'accept' && <AcceptLoss dispute={dispute} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const megabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('en-AU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`
