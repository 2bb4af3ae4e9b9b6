import { useState } from 'react'
import { Badge } from '../ui/badge/badge.tsx'
import { NativeSelect } from '../ui/select/native-select.tsx'
import { RowButton } from '../ui/table/row-button.tsx'
import { Cell, TableRow } from '../ui/table/table-row.tsx'
import { Table } from '../ui/table/table.tsx'
import { GallerySection } from './gallery-section.tsx'

type Row = { id: string; date: string; what: string; school: string; amount: string; isPending?: true }

const rows: Row[] = [
  {
    id: '1',
    date: '08/03/2026',
    what: 'Additional payment',
    school: 'Wattle Ridge College',
    amount: '+$60.00',
    isPending: true,
  },
  {
    id: '2',
    date: '06/03/2026',
    what: 'Direct debit repayment',
    school: 'Wattle Ridge College',
    amount: '+$436.25',
  },
  { id: '3', date: '27/02/2026', what: 'Payment to school', school: '', amount: '−$2,617.50' },
]

const columns = [
  { title: 'Date' },
  { title: 'Description' },
  { title: 'School' },
  { title: 'Amount', isRight: true },
] as const

export function TablesGallery() {
  const [opened, setOpened] = useState('')
  const [school, setSchool] = useState<'all' | 'lowther'>('all')
  const shown = rows.map(({ id, date, what, school: name, amount, isPending }) => (
    <TableRow key={id} details={id === opened && <p>What the row is made of.</p>}>
      <Cell look="date">{date}</Cell>
      <Cell>
        <RowButton isOpen={id === opened} onToggle={() => setOpened(id === opened ? '' : id)}>
          {what}
        </RowButton>{' '}
        {isPending && <Badge tone="info">Pending</Badge>}
      </Cell>
      <Cell look="muted">{name}</Cell>
      <Cell look={amount.startsWith('+') ? 'gain' : 'amount'}>{amount}</Cell>
    </TableRow>
  ))
  return (
    <div className="gallery__part">
      <GallerySection title="Tables">
        <Table label="Rows that open" columns={columns}>
          {shown}
        </Table>
        <Table label="Rows on their way" columns={columns} isBusy>
          {shown}
        </Table>
        <NativeSelect
          label="A select that comes when it is needed"
          options={[
            { value: 'all', label: 'All' },
            { value: 'lowther', label: 'Lowther Bay Primary' },
          ]}
          value={school}
          onChange={setSchool}
        />
      </GallerySection>
    </div>
  )
}
