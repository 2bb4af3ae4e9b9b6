import PDFDocument from 'pdfkit'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { formatCurrency, toDecimal, type Cents } from '#domain/money.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { colours } from './colours.ts'
import type { CompanySettings } from '../../platform/settings/company-settings.ts'
import { issuerName, registration } from '../../platform/settings/legal-entity.ts'
import { fonts, linesOf, piecesOf, sizeToFit, tabular, widthOf, type TextStyle } from './typeface.ts'

/** The sender of the document and its support contacts. */
export type Company = Pick<CompanySettings, 'brand' | 'support' | 'legalEntity'>

export type SheetHead = {
  /** The title. It is also the document's name in the reader's program, so it has only our own words. */
  title: string
  /** The subject beside the page number and above every page after the first. */
  about: string
  region: Region
  /** The day of the content, which is also the file's creation date: the same facts make the same file. */
  dated: CalendarDate
  company: Company
  /** Instead of the company, for a document issued by someone else. */
  sender?: { name: string; lines: string[] }
}

export type Column = { label: string; width: number; align?: 'right'; lines?: number }
export type Fact = [label: string, value: string]
type Look = TextStyle & { colour: string }
type Box = { x: number; y: number; width: number }
type Structure = PDFKit.PDFStructureElement

const page = { width: 595.28, height: 841.89, margin: 48 }
/** The width between the margins, which the columns of a table share. */
export const sheetWidth = page.width - 2 * page.margin
const bottom = page.height - 74

const ink = {
  text: colours.text.light,
  muted: colours.muted.light,
  line: colours.line.light,
  sunken: colours.sunken.light,
  brand: colours.body.light,
  onPanel: colours.onPanel.light,
  onPanelMuted: colours.onPanelMuted.light,
  panel: colours.panel.light,
}
const looks = {
  brand: { weight: 'strong', size: 19, colour: ink.brand },
  title: { weight: 'strong', size: 22, colour: ink.brand },
  heading: { weight: 'strong', size: 12, colour: ink.brand },
  body: { weight: 'regular', size: 9.5, colour: ink.text },
  strong: { weight: 'strong', size: 9.5, colour: ink.text },
  label: { weight: 'regular', size: 8.5, colour: ink.muted },
  columnLabel: { weight: 'strong', size: 8.5, colour: ink.muted },
} as const satisfies Record<string, Look>

const mark = [
  { path: 'M5 3c8 2.4 11.5 7 11.5 14.2H5z', colour: colours.wing.light },
  { path: 'M5 17.2h12.5a5.7 5.7 0 0 1 5.7-5.7v6.2A11.3 11.3 0 0 1 11.9 29H5z', colour: colours.body.light },
  { path: 'm23.2 11.5 5 3.1-5 3.1z', colour: colours.accent.light },
]

/** "−$1,234.50": the minus of the design, which is as wide as a figure. */
export function sum(amount: Cents, region: Region): string {
  return formatCurrency(toDecimal(amount), region).replace('-', '\u2212')
}

/**
 * A document of A4 pages in the company's design, drawn from top to bottom. It is tagged, so that it can be read
 * aloud; every text is measured before it is drawn, so that nothing runs into anything else.
 */
export function openSheet(head: SheetHead) {
  const { brand } = head.company
  const support = head.company.support[head.region]
  const entity = head.company.legalEntity[head.region]
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: '',
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: regionFacts[head.region].locale,
    info: {
      Title: head.title,
      Author: forMetadata(head.sender?.name ?? brand),
      Creator: forMetadata(brand),
      Producer: forMetadata(brand),
      CreationDate: new Date(`${head.dated}T00:00:00Z`),
    },
  })
  for (const [name, { font }] of Object.entries(fonts())) document.registerFont(name, font as never)
  const root = document.struct('Document')
  document.addStructure(root)
  let y = 0

  /** Draws one line with its baseline at `y`. */
  function line(text: string, { x, y: at }: { x: number; y: number }, look: Look): void {
    let cursor = x
    document.fillColor(look.colour)
    for (const piece of piecesOf(text, look.weight)) {
      document.font(piece.font, look.size)
      document.text(piece.text, cursor, at, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(look.isTabular && { features: tabular }),
      })
      cursor += widthOf(piece.text, look)
    }
  }

  function lineToRight(text: string, { x, y: at, width }: Box, look: Look): void {
    const size = sizeToFit(text, look, width)
    line(text, { x: x + width - widthOf(text, { ...look, size }), y: at }, { ...look, size })
  }

  /** Draws a decoration, which screen readers skip. */
  function decorate(draw: () => void): void {
    document.markContent('Artifact')
    draw()
    document.endMarkedContent()
  }

  function tagged(parent: Structure, kind: string, draw: () => void): void {
    parent.add(document.struct(kind, {}, draw))
  }

  function fill({ x, y: at, width }: Box, height: number, colour: string, radius = 0): void {
    decorate(() => document.roundedRect(x, at, width, height, radius).fill(colour))
  }

  function rule(at: number): void {
    decorate(() =>
      document
        .moveTo(page.margin, at)
        .lineTo(page.margin + sheetWidth, at)
        .lineWidth(0.6)
        .stroke(ink.line),
    )
  }

  function drawMark(x: number, top: number, height: number): void {
    document
      .save()
      .translate(x, top)
      .scale(height / 32)
    for (const { path, colour } of mark) document.path(path).fill(colour)
    document.restore()
  }

  function addPage(): void {
    document.addPage()
    const isFirst = document.bufferedPageRange().count === 1
    decorate(() => {
      if (isFirst && head.sender) senderHead(head.sender)
      else if (isFirst) companyHead()
      else {
        line(head.title, { x: page.margin, y: 58 }, looks.strong)
        lineToRight(head.about, { x: page.width / 2, y: 58, width: sheetWidth / 2 }, looks.label)
      }
    })
    y = isFirst ? 128 : 70
    if (!isFirst) rule(y)
    y += isFirst ? 0 : 18
  }

  function companyHead(): void {
    drawMark(page.margin - 5, 42, 34)
    const [shownBrand = ''] = linesOf(brand, looks.brand, 240, 1)
    line(shownBrand, { x: page.margin + 30, y: 66 }, looks.brand)
    ;[entity.name, registration(head.region, entity), support.phone, support.email].forEach((text, index) => {
      const [fitting = ''] = linesOf(text, looks.label, 220, 1)
      const look = index === 0 ? looks.columnLabel : looks.label
      lineToRight(fitting, { x: page.margin + sheetWidth - 220, y: 53 + index * 12.5, width: 220 }, look)
    })
  }

  function senderHead({ name, lines }: { name: string; lines: string[] }): void {
    linesOf(name, looks.title, 280, 2).forEach((text, index) =>
      line(text, { x: page.margin, y: 62 + index * 24 }, { ...looks.title, size: 18 }),
    )
    lines.slice(0, 4).forEach((text, index) => {
      const [fitting = ''] = linesOf(text, looks.label, 200, 1)
      lineToRight(
        fitting,
        { x: page.margin + sheetWidth - 200, y: 53 + index * 12.5, width: 200 },
        looks.label,
      )
    })
  }

  /** Begins a new page if less than this height is left. */
  function needs(height: number): boolean {
    if (y + height <= bottom) return false
    addPage()
    return true
  }

  function title(text: string, underneath?: string): void {
    needs(56)
    tagged(root, 'H1', () => line(text, { x: page.margin, y: y + 18 }, looks.title))
    y += 26
    if (underneath !== undefined) paragraph(underneath, looks.label)
    y += 10
  }

  function heading(text: string): void {
    needs(60)
    tagged(root, 'H2', () => line(text, { x: page.margin, y: y + 16 }, looks.heading))
    y += 28
  }

  function paragraph(text: string, look: Look = looks.body): void {
    const height = look.size * 1.5
    let remaining = linesOf(text, look, sheetWidth, 200)
    needs(Math.min(remaining.length, 3) * height)
    while (remaining.length > 0) {
      const here = remaining.slice(0, Math.max(1, Math.floor((bottom - y) / height)))
      remaining = remaining.slice(here.length)
      tagged(root, 'P', () => {
        here.forEach((each, index) => line(each, { x: page.margin, y: y + look.size + index * height }, look))
      })
      y += here.length * height
      if (remaining.length > 0) addPage()
    }
    y += 4
  }

  /** Draws two columns of labels and values. */
  function facts(left: Fact[], right: Fact[]): void {
    const width = sheetWidth / 2 - 12
    const start = y
    const ends = [left, right].map((side, index) => {
      y = start
      for (const [label, value] of side) fact(label, value, page.margin + index * (width + 24), width)
      return y
    })
    y = Math.max(...ends) + 10
  }

  function fact(label: string, value: string, x: number, width: number): void {
    const lines = linesOf(value, looks.strong, width, 3)
    tagged(root, 'P', () => {
      line(label, { x, y: y + 9 }, looks.label)
      lines.forEach((text, index) => line(text, { x, y: y + 22 + index * 13 }, looks.strong))
    })
    y += 16 + lines.length * 13 + 6
  }

  /** Draws the document's main figures on the brand's colour. */
  function panel(figures: Fact[]): void {
    const height = 58
    needs(height + 20)
    fill({ x: page.margin, y, width: sheetWidth }, height, ink.panel, 8)
    const width = (sheetWidth - 32) / figures.length
    figures.forEach(([label, value], index) => {
      const x = page.margin + 16 + index * width
      const figure: Look = { weight: 'strong', size: 15, colour: ink.onPanel, isTabular: true }
      tagged(root, 'P', () => {
        line(label, { x, y: y + 22 }, { ...looks.label, colour: ink.onPanelMuted })
        line(value, { x, y: y + 43 }, { ...figure, size: sizeToFit(value, figure, width - 10) })
      })
    })
    y += height + 20
  }

  /** Draws a table. Its head is repeated on every page. Columns to the right hold sums, which are never cut. */
  function table(columns: readonly Column[], rows: Iterable<readonly string[]>): void {
    const structure = document.struct('Table')
    root.add(structure)
    needs(60)
    tableHead(columns, structure)
    for (const row of rows) tableRow(columns, row, structure)
    structure.end()
    y += 8
  }

  function tableHead(columns: readonly Column[], structure?: Structure): void {
    fill({ x: page.margin, y, width: sheetWidth }, 22, ink.sunken, 4)
    const cells = placed(columns).map(
      ({ column, box }) =>
        () =>
          cell(column, [column.label], box, looks.columnLabel),
    )
    // The head of a later page is a repetition, so screen readers skip it.
    if (structure) addRow(structure, 'TH', cells)
    else decorate(() => cells.forEach((draw) => draw()))
    y += 22
  }

  function tableRow(columns: readonly Column[], row: readonly string[], structure: Structure): void {
    const cells = placed(columns).map(({ column, box }, index) => {
      const text = row[index] ?? ''
      const lines =
        column.align === 'right' ? [text] : linesOf(text, looks.body, box.width, column.lines ?? 3)
      return { column, box, lines }
    })
    const height = Math.max(...cells.map(({ lines }) => lines.length)) * 13 + 10
    if (needs(height)) tableHead(columns)
    // The boxes were measured on the page before.
    addRow(
      structure,
      'TD',
      cells.map(
        ({ column, box, lines }) =>
          () =>
            cell(column, lines, { ...box, y }, looks.body),
      ),
    )
    y += height
    rule(y)
  }

  function addRow(structure: Structure, kind: 'TH' | 'TD', cells: (() => void)[]): void {
    const row = cells.map((draw) => document.struct(kind, {}, draw))
    structure.add(document.struct('TR', {}, row))
  }

  function placed(columns: readonly Column[]): { column: Column; box: Box }[] {
    const gap = 8
    let x = page.margin
    return columns.map((column) => {
      const box = { x: x + gap / 2, y, width: column.width - gap }
      x += column.width
      return { column, box }
    })
  }

  function cell(column: Column, lines: string[], box: Box, look: Look): void {
    lines.forEach((text, index) => {
      const at = box.y + 14.5 + index * 13
      if (column.align === 'right') lineToRight(text, { ...box, y: at }, { ...look, isTabular: true })
      else line(text, { x: box.x, y: at }, look)
    })
  }

  /** Draws the sums under a table. The last one is the result. */
  function totals(sums: Fact[]): void {
    needs(sums.length * 18 + 8)
    sums.forEach(([label, value], index) => {
      const look = index === sums.length - 1 ? looks.strong : looks.body
      tagged(root, 'P', () => {
        lineToRight(label, { x: page.margin, y: y + 12, width: sheetWidth - 130 }, look)
        const box = { x: page.margin + sheetWidth - 120, y: y + 12, width: 116 }
        lineToRight(value, box, { ...look, isTabular: true })
      })
      y += 18
    })
    y += 12
  }

  function drawFeet(): void {
    const { start, count } = document.bufferedPageRange()
    for (let index = start; index < start + count; index += 1) {
      document.switchToPage(index)
      rule(page.height - 58)
      const question = head.sender
        ? `Collected by ${issuerName(head.region, entity)} for ${head.sender.name}.`
        : `Questions? Call ${support.phone} or write to ${support.email}.`
      const [questionLine = ''] = linesOf(question, looks.label, sheetWidth - 190, 1)
      decorate(() => {
        const at = page.height - 42
        line(questionLine, { x: page.margin, y: at }, looks.label)
        const number = `Page ${index + 1} of ${count}`
        lineToRight(number, { x: page.margin + sheetWidth - 180, y: at, width: 180 }, looks.label)
        line(head.about, { x: page.margin, y: at + 13 }, { ...looks.label, size: 7.5 })
      })
    }
  }

  async function finish(): Promise<Uint8Array> {
    drawFeet()
    root.end()
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
    document.end()
    await ended
    return Buffer.concat(chunks)
  }

  addPage()
  return { title, heading, paragraph, facts, panel, table, totals, finish }
}

/** The library does not escape XML in metadata. */
function forMetadata(text: string): string {
  return text.replaceAll('&', 'and').replace(/[<>]/g, ' ').slice(0, 120)
}
