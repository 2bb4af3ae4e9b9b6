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
import { DenseTable, type Column } from '../ui/table/dense-table.tsx'
import '../ui/person/person.css'

const marks: Record<FamilyDocument['kind'], [Icon, KindTint]> = {
  Statement: [StatementsIcon, 'green'],
  Invoice: [BillIcon, 'gold'],
  DiscountLetter: [FileIcon, 'blue'],
  DirectDebit: [BankIcon, 'iris'],
  Identity: [LockIcon, 'plain'],
}

const columns: Column<FamilyDocument>[] = [
  {
    title: 'Document',
    className: 'words',
    render: ({ kind, name }) => (
      <span className="person">
        <Kind icon={marks[kind][0]} tint={marks[kind][1]} size="small" />
        <span className="semibold">{name}</span>
      </span>
    ),
  },
  { title: 'About', className: 'muted words', render: ({ about }) => about },
  { title: 'From', className: 'muted', render: ({ from }) => from },
  { title: 'Date', className: 'date', render: ({ date }) => formatDateNumeric(date) },
]

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
            <DenseTable
              rows={documents}
              keyOf={({ kind, id }) => `${kind}${id}`}
              columns={columns}
              actsTitle="Open"
              renderActs={(document) => <OpenDocument document={document} onOpen={setOpen} />}
            />
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

type OpenDocumentProps = { document: FamilyDocument; onOpen: (document: FamilyDocument) => void }

function OpenDocument({ document, onOpen }: OpenDocumentProps) {
  const { kind, name, about, isThere } = document
  if (isThere)
    return (
      <Button look="borderless" size="small" icon={EyeIcon} onClick={() => onOpen(document)}>
        Open<span className="sr"> {name}</span>
      </Button>
    )
  return (
    <span className="xs muted">
      {kind === 'Identity' && !about.includes('deleted') ? 'Operations' : 'Deleted'}
    </span>
  )
}
