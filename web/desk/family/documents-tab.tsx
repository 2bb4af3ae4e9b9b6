import { useState } from 'react'
import type { StaffFamily } from '#contract/staff-family.ts'
import type { FamilyDocument } from '#contract/staff-family-records.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { BankIcon } from '../../ui/icon/bank.tsx'
import { BillIcon } from '../../ui/icon/bill.tsx'
import { FileIcon } from '../../ui/icon/file.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'
import { LockIcon } from '../../ui/icon/lock.tsx'
import { StatementsIcon } from '../../ui/icon/statements.tsx'
import { FolderArt } from '../../ui/spot-art/folder.tsx'
import { useRead } from '../foundation/read.ts'
import { EyeIcon } from '../ui/icon/eye.tsx'
import { Kind, type KindTint } from '../ui/kind/kind.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { tabSkeletons } from './tab-skeletons.tsx'
import { Table } from '../../ui/table/table.tsx'
import '../ui/person/person.css'
import '../ui/table/table.css'

const columns = [
  { title: 'Document' },
  { title: 'About' },
  { title: 'From' },
  { title: 'Date' },
  { title: 'Open', isTitleHidden: true },
]

const marks: Record<FamilyDocument['kind'], [Icon, KindTint]> = {
  Statement: [StatementsIcon, 'green'],
  Invoice: [BillIcon, 'gold'],
  DiscountLetter: [FileIcon, 'blue'],
  DirectDebit: [BankIcon, 'iris'],
  Identity: [LockIcon, 'plain'],
}

/** Everything on paper: made by us, handed in, or agreed to. */
export function DocumentsTab({ family }: { family: StaffFamily }) {
  const { accountId } = family
  const [open, setOpen] = useState<FamilyDocument>()
  const query = useRead('GET /api/staff/families/:accountId/documents', { params: { accountId } })
  return (
    <Loaded query={query} label="Loading the documents" skeleton={<tabSkeletons.Documents />}>
      {({ documents }) =>
        documents.length === 0 ? (
          <Card title="Documents">
            <Empty art={FolderArt}>No documents yet.</Empty>
          </Card>
        ) : (
          <section className="card card--flush" aria-label="Documents">
            <Table look="dense" columns={columns}>
              {documents.map((document) => (
                <DocumentRow key={`${document.kind}${document.id}`} document={document} onOpen={setOpen} />
              ))}
            </Table>
            <div className="tablefoot">
              <span>
                {documents.length} of {documents.length} · opening a document is recorded
              </span>
            </div>
            {open && (
              <DocumentDialog accountId={accountId} document={open} onClose={() => setOpen(undefined)} />
            )}
          </section>
        )
      }
    </Loaded>
  )
}

function DocumentRow({
  document,
  onOpen,
}: {
  document: FamilyDocument
  onOpen: (document: FamilyDocument) => void
}) {
  const { kind, name, about, from, date, isThere } = document
  const [mark, tint] = marks[kind]
  return (
    <tr>
      <td className="words">
        <span className="person">
          <Kind icon={mark} tint={tint} size="small" />
          <span className="semibold">{name}</span>
        </span>
      </td>
      <td className="muted words">{about}</td>
      <td className="muted">{from}</td>
      <td className="date">{formatDateNumeric(date)}</td>
      <td className="right">
        {isThere ? (
          <Button look="borderless" size="small" icon={EyeIcon} onClick={() => onOpen(document)}>
            Open<span className="sr"> {name}</span>
          </Button>
        ) : (
          <span className="xs muted">
            {kind === 'Identity' && !about.includes('deleted') ? 'Operations' : 'Deleted'}
          </span>
        )}
      </td>
    </tr>
  )
}
