import { Badge } from '../ui/badge/badge.tsx'
import { Button, buttonClass, IconButton, LinkButton } from '../ui/button/button.tsx'
import { Card } from '../ui/card/card.tsx'
import { CopyField } from '../ui/copy-field/copy-field.tsx'
import { ArrowRightIcon } from '../ui/icon/arrow-right.tsx'
import { CopyIcon } from '../ui/icon/copy.tsx'
import { DownloadIcon } from '../ui/icon/download.tsx'
import type { Icon } from '../ui/icon/icon.tsx'
import { PlusIcon } from '../ui/icon/plus.tsx'
import { SchoolIcon } from '../ui/icon/school.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'
import { PanelArt } from '../ui/panel/panel-art.tsx'
import type { SpotArt } from '../ui/spot-art/spot-art.tsx'
import { Tag } from '../ui/tag/tag.tsx'
import { GallerySection } from './gallery-section.tsx'
import '../ui/list-rows/list-rows.css'

const looks = ['primary', 'secondary', 'tertiary', 'borderless'] as const
const sizes = ['small', 'medium', 'large'] as const
const icons = import.meta.glob<Record<string, Icon>>('../ui/icon/*.tsx', { eager: true })
const pictures = import.meta.glob<Record<string, SpotArt>>('../ui/spot-art/*.tsx', { eager: true })

const students = [
  { name: 'Isla Hart', line: 'Year 7 · Wattle Ridge College', tint: 'blue' },
  { name: 'Oliver Hart', line: 'Year 10 · Wattle Ridge College', tint: 'gold' },
]

/** The pieces of a folder by name, leaving out what they are made of. */
function named<Piece>(files: Record<string, Record<string, Piece>>, name: RegExp): [string, Piece][] {
  return Object.values(files)
    .flatMap((exports) => Object.entries(exports))
    .filter(([exported]) => name.test(exported))
}

export function ActionsGallery() {
  return (
    <div className="gallery__part">
      <GallerySection title="Buttons">
        {looks.map((look) => (
          <div className="gallery__row" key={look} data-look={look}>
            {sizes.map((size) => (
              <Button key={size} look={look} size={size}>
                {`${look} ${size}`}
              </Button>
            ))}
            <Button look={look} disabled>
              Disabled
            </Button>
            <Button look={look} isBusy>
              Busy
            </Button>
          </div>
        ))}
        <div className="gallery__row">
          <Button isDanger>Remove</Button>
          <Button look="secondary" icon={DownloadIcon}>
            Download
          </Button>
          <Button look="secondary" icon={DownloadIcon} isBusy>
            Download
          </Button>
          <Button look="tertiary" size="small" iconAfter={ArrowRightIcon}>
            Next
          </Button>
          <IconButton icon={CopyIcon} label="Copy" look="secondary" />
          <IconButton icon={CopyIcon} label="Copy without a border" />
          <a className={buttonClass({ look: 'secondary' })} href="#buttons">
            <span>A link</span>
          </a>
          <LinkButton>Looks like a link</LinkButton>
        </div>
        <div className="card panel">
          <PanelArt />
          <div className="gallery__row">
            <Button>On the panel</Button>
            <Button look="secondary">Beside it</Button>
            <Badge tone="caution">Due in 3 days</Badge>
          </div>
        </div>
        <Button size="large" isBlock>
          The last step of a flow
        </Button>
      </GallerySection>
      <GallerySection title="Page header">
        <PageHeader
          title="Statements"
          lead="Download a statement for your records or tax return."
          actions={<Button icon={PlusIcon}>Make a payment</Button>}
        />
      </GallerySection>
      <GallerySection title="Cards" isGrid>
        <Card title="Payment plan 2026" aside={<Badge tone="success">Active</Badge>}>
          <p className="muted">With a badge at the right.</p>
        </Card>
        <Card
          title="Payment methods"
          aside={
            <Button look="tertiary" size="small" icon={PlusIcon}>
              Add
            </Button>
          }
        >
          <p className="muted">With one small button.</p>
        </Card>
        <Card title="Students" isFlush>
          <ul className="rows gallery__rows">
            {students.map(({ name, line, tint }) => (
              <li key={name}>
                <span className={`glyph glyph--${tint}`}>
                  <SchoolIcon />
                </span>
                <span className="rowtext">
                  <b>{name}</b>
                  <small>{line}</small>
                </span>
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Pay by BPAY">
          <CopyField label="Biller code" value="12 345" />
        </Card>
      </GallerySection>
      <GallerySection title="Badges and tags">
        <div className="gallery__row card">
          <Badge tone="success">Active</Badge>
          <Badge tone="info">Upcoming</Badge>
          <Badge tone="caution">Temporary plan</Badge>
          <Badge tone="warning">Due soon</Badge>
          <Badge tone="error">Action required</Badge>
          <Badge>Completed</Badge>
          <Tag>Default</Tag>
          <Tag tone="info">New</Tag>
        </div>
      </GallerySection>
      <GallerySection title="Icons">
        <ul className="gallery__icons">
          {named(icons, /^[A-Z].*Icon$/).map(([name, Shape]) => (
            <li key={name}>
              <Shape size="large" />
              {name.replace('Icon', '')}
            </li>
          ))}
        </ul>
      </GallerySection>
      <GallerySection title="Spot art">
        <ul className="gallery__icons gallery__icons--art">
          {named(pictures, /^[A-Z].*Art$/).map(([name, Art]) => (
            <li key={name}>
              <Art width={150} />
              {name.replace('Art', '')}
            </li>
          ))}
        </ul>
      </GallerySection>
    </div>
  )
}
