import { regionFacts, regions } from '#domain/region.ts'
import { escapeHtml } from '../../platform/http/html.ts'
import { issuerName } from '../../platform/settings/legal-entity.ts'
import type { MessageContext } from './definition.ts'
import type { Letter, Note, Row } from './letter.ts'
import { fonts, noteColours, styleSheet } from './look.ts'
import { colours } from '../documents/colours.ts'

/** Removes line breaks, so that a name from outside cannot add lines, least of all to a header. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

export function textOf(letter: Letter, context: MessageContext): string {
  const { panel, rows = [], note, button, aside, closing = [] } = letter
  const parts = [
    oneLine(letter.title),
    greeting(letter),
    ...letter.paragraphs.map(oneLine),
    panel && `${oneLine(panel.label)}: ${oneLine(panel.figure)}\n${oneLine(panel.detail)}`,
    rows.map(({ label, value }) => `${oneLine(label)}: ${oneLine(value)}`).join('\n'),
    note && noteText(note),
    button && `${oneLine(button.label)}:\n${button.url}`,
    aside && noteText(aside),
    ...closing.map(oneLine),
    ['--', oneLine(letter.reason), ...supportLines(context), signature(context)].join('\n'),
  ]
  return parts.filter((part) => part).join('\n\n')
}

const noteText = ({ title, lines }: Note) => [title, ...lines].map(oneLine).join('\n')

const greeting = ({ firstName }: Letter) => (firstName === null ? 'Hello,' : `Hello ${oneLine(firstName)},`)

type Contact = { phone: string; email: string }

/** The support contact of the reader's region; if it is unknown, both. */
function supportLines({ region, support }: MessageContext, contact = contactWords): string[] {
  if (region !== null) return [`Questions? ${contact(support[region])}`]
  return regions.map((each) => `${regionFacts[each].name}: ${contact(support[each])}`)
}

/** The legal sender, as the law requires. */
function signature({ region, brand, legalEntity }: MessageContext): string {
  return region === null ? brand : issuerName(region, legalEntity[region])
}

const contactWords = ({ phone, email }: Contact) => `Call ${phone} or write to ${email}.`

function contactLink({ phone, email }: Contact): string {
  const link = (address: string, words: string) =>
    `<a class="ink-link" href="${escapeHtml(address)}" style="color:${colours.link.light}">${escaped(words)}</a>`
  return `Call ${link(`tel:${phone.replace(/\s/g, '')}`, phone)} or write to ${link(`mailto:${email}`, email)}.`
}

/**
 * The layout uses tables, because the most common mail program supports nothing else. Nothing is loaded from the
 * network.
 */
export function htmlOf(letter: Letter, context: MessageContext): string {
  const { panel, rows = [], note, button, aside, closing = [] } = letter
  const parts = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:30px;font-weight:600;letter-spacing:-.02em;color:${colours.text.light}">${escaped(letter.title)}</h1>`,
    paragraph(greeting(letter)),
    ...letter.paragraphs.map(paragraph),
    panel && panelHtml(panel),
    rows.length > 0 && rowsHtml(rows),
    note && noteHtml(note),
    button && buttonHtml(button),
    aside && noteHtml(aside),
    ...closing.map(paragraph),
  ]
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escaped(letter.subject)}</title>
<style>${styleSheet}</style>
</head>
<body class="on-canvas" style="margin:0;padding:0;background-color:${colours.canvas.light};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(letter.preheader)}${'&#8199;&#847; '.repeat(40)}</div>
<table ${layoutTable} width="100%" class="on-canvas" style="background-color:${colours.canvas.light};font-family:${fonts}">
<tr><td class="page" align="center" style="padding:32px 16px 40px">
<table ${layoutTable} width="100%" style="max-width:600px">
<tr><td style="padding:0 4px 20px">${wordmark(context.brand)}</td></tr>
<tr><td class="card on-surface rule" style="padding:36px 40px 20px;background-color:${colours.surface.light};border:1px solid ${colours.line.light};border-radius:20px">
${parts.filter((part) => part).join('\n')}
</td></tr>
<tr><td class="ink-muted" style="padding:20px 4px 0;font-size:13px;line-height:20px;color:${colours.muted.light}">
<div>${escaped(letter.reason)}</div>
${supportLines(context, contactLink)
  .map((line) => `<div>${line}</div>`)
  .join('\n')}
<div>${escaped(signature(context))}</div>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}

const layoutTable = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

const escaped = (text: string) => escapeHtml(oneLine(text))

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:${colours.text.light}">${escaped(text)}</p>`
}

/** The lark as coloured cells: pictures are blocked until the reader allows them, and drawings are stripped. */
function wordmark(brand: string): string {
  const wing = `background-color:${colours.wing.light}`
  const body = `background-color:${colours.body.light}`
  const bare = 'font-size:0;line-height:0'
  return `<table ${layoutTable}><tr>
<td aria-hidden="true"><table ${layoutTable} width="25" style="width:25px"><tr>
<td class="bird-wing" rowspan="2" width="12" height="15" style="width:12px;height:15px;${bare};${wing};border-radius:0 12px 0 0"></td><td colspan="2" height="9" style="height:9px;${bare}"></td></tr>
<tr><td class="bird-body" width="7" height="6" style="width:7px;height:6px;${bare};${body};border-radius:6px 0 0 0"></td><td width="6" height="6" style="width:6px;height:6px;${bare};border-style:solid;border-width:3px 0 3px 6px;border-color:transparent transparent transparent ${colours.accent.light};box-sizing:border-box"></td></tr>
<tr><td class="bird-body" colspan="2" height="12" style="height:12px;${bare};${body};border-radius:0 0 13px 0"></td><td></td></tr></table></td>
<td class="ink" style="padding-left:8px;font-size:22px;line-height:28px;font-weight:700;letter-spacing:-.02em;color:${colours.body.light}">${escaped(brand)}</td>
</tr></table>`
}

function panelHtml({ label, figure, detail }: NonNullable<Letter['panel']>): string {
  return `<table ${layoutTable} width="100%" style="margin:24px 0"><tr>
<td class="on-panel" style="padding:22px 24px;background-color:${colours.panel.light};border-radius:16px">
<div class="ink-panel-muted" style="font-size:14px;line-height:20px;color:${colours.onPanelMuted.light}">${escaped(label)}</div>
<div class="ink-panel" style="padding:4px 0;font-size:36px;line-height:44px;font-weight:600;letter-spacing:-.03em;color:${colours.onPanel.light}">${escaped(figure)}</div>
<div class="ink-panel-muted" style="font-size:16px;line-height:24px;color:${colours.onPanelMuted.light}">${escaped(detail)}</div>
</td></tr></table>`
}

/** A table of data, unlike the others: each row has its heading. */
function rowsHtml(rows: Row[]): string {
  const lines = rows.map(({ label, value, isTotal }, index) => {
    const rule = index === 0 ? '' : `border-top:1px solid ${colours.line.light};`
    const size = isTotal ? 'font-size:18px;line-height:26px;' : 'font-size:15px;line-height:22px;'
    const wrap = label.length <= 14 ? 'white-space:nowrap;' : ''
    const ink = isTotal ? colours.text.light : colours.muted.light
    return `<tr>
<th class="${isTotal ? 'ink' : 'ink-muted'} rule" scope="row" align="left" valign="top" style="padding:12px 16px 12px 0;${rule}${size}${wrap}font-weight:${isTotal ? 600 : 400};color:${ink}">${escaped(label)}</th>
<td class="ink rule" align="right" valign="top" style="padding:12px 0;${rule}${size}font-weight:${isTotal ? 600 : 500};font-variant-numeric:tabular-nums lining-nums;color:${colours.text.light};word-break:break-word">${escaped(value)}</td>
</tr>`
  })
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" class="rows on-sunken" style="margin:24px 0;padding:6px 20px;background-color:${colours.sunken.light};border-radius:14px;border-collapse:separate">
${lines.join('\n')}
</table>`
}

/** The address is also written out, for programs without buttons and for readers who like to see where they go. */
function buttonHtml({ label, url }: NonNullable<Letter['button']>): string {
  const address = escapeHtml(url)
  return `<table ${layoutTable} width="100%" style="margin:24px 0"><tr><td>
<a class="action on-primary ink-primary" href="${address}" style="display:inline-block;padding:14px 28px;border-radius:14px;background-color:${colours.primary.light};color:${colours.onPrimary.light};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${escaped(label)}</a>
<div class="ink-muted" style="padding-top:12px;font-size:13px;line-height:20px;color:${colours.muted.light}">Or open this address: <a class="ink-link" href="${address}" style="color:${colours.link.light};word-break:break-all">${address}</a></div>
</td></tr></table>`
}

function noteHtml({ tone, title, lines }: Note): string {
  const { fill, line, text } = noteColours[tone]
  const ink = `class="note-${tone}-ink" style="margin:6px 0 0;font-size:15px;line-height:22px;color:${text.light}"`
  return `<table ${layoutTable} width="100%" style="margin:24px 0"><tr>
<td class="note-${tone}" style="padding:16px 20px;background-color:${fill.light};border:1px solid ${line.light};border-radius:14px">
<h2 class="note-${tone}-ink" style="margin:0;font-size:15px;line-height:22px;font-weight:600;color:${text.light}">${escaped(title)}</h2>
${lines.map((each) => `<p ${ink}>${escaped(each)}</p>`).join('\n')}
</td></tr></table>`
}
