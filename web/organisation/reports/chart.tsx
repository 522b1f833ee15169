import { type CSSProperties, type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Alert } from '../../ui/alert.tsx'
import { OrgIcon } from '../frame/org-icon.tsx'
import { SaveFileButtons } from '../frame/save-file/save-file-buttons.tsx'
import type { FileToSave } from '../frame/save-file/use-file.ts'
import { useReason } from './report-page.tsx'

/** Each kind has a pattern of its own besides its colour. */
export type BarPart = { value: number; kind?: 'second' | 'lost' | 'still' | 'right' | 'pale' }

export type ChartRow = {
  key: string
  label: ReactNode
  about?: ReactNode
  /** The number beside the bar. */
  value: ReactNode
  parts: BarPart[]
  /** A line across the bar, such as an aim. */
  line?: number | undefined
  isHot?: boolean
  /** The cells of the table, after the label. */
  cells: ReactNode[]
}

type Props = {
  title: string
  /** The headings of the columns of the table. The first column has the labels. */
  heads: string[]
  rows: readonly ChartRow[]
  legend?: { kind: BarPart['kind'] | 'line' | undefined; text: string }[]
  file?: FileToSave
  note?: ReactNode
  /** The length of the whole bar. */
  most?: number
  isOrdered?: boolean
  extra?: ReactNode
}

/** Bars with a number beside each, in HTML, so that they print, zoom and can be read aloud; or the same as a table. */
export function Chart({ title, heads, rows, legend = [], file, note, most, isOrdered, extra }: Props) {
  const t = useTranslations('reports')
  const [isTable, setIsTable] = useState(false)
  const whole = most ?? Math.max(1, ...rows.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)))
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <section className="card chart">
      <div className="card-head">
        <h2>{title}</h2>
        <span className="row">
          {rows.length > 0 && (
            <button className="crumb" type="button" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
              <OrgIcon name="table" />
              {t('table')}
            </button>
          )}
          {file && <SaveFileButtons file={file} />}
        </span>
      </div>
      {file?.error && <SaveFileProblem error={file.error} />}
      {extra}
      {isTable ? (
        <Table title={title} heads={heads} rows={rows} />
      ) : (
        <>
          {legend.length > 0 && (
            <p className="legend">
              {legend.map(({ kind, text }) => (
                <span key={text}>
                  <i className={kind} />
                  {text}
                </span>
              ))}
            </p>
          )}
          <List className="bars">
            {rows.map(row => (
              <Bar key={row.key} row={row} whole={whole} />
            ))}
          </List>
        </>
      )}
      {note && <p className="meta">{note}</p>}
    </section>
  )
}

function Bar({ row: { label, about, value, parts, line, isHot }, whole }: { row: ChartRow; whole: number }) {
  const share = (part: number) => Math.min(100, (100 * part) / whole)
  let from = 0
  return (
    <li className={isHot ? 'hot' : undefined}>
      <span className="lab">
        {isHot ? <b>{label}</b> : label}
        {about && <span className="meta">{about}</span>}
      </span>
      <span className="val">{value}</span>
      <span className="track" aria-hidden="true">
        {parts.map(({ value, kind }) => {
          const style = { '--from': share(from), '--v': share(value) } as CSSProperties
          from += value
          return <i key={kind ?? 'first'} className={kind} style={style} />
        })}
        {line !== undefined && <span className="line" style={{ '--at': share(line) } as CSSProperties} />}
      </span>
    </li>
  )
}

/** The numbers as a table; on a phone its rows are cards. */
export function Table({ title, heads, rows }: Pick<Props, 'title' | 'heads' | 'rows'>) {
  return (
    <table className="table">
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {heads.map(head => (
            <th scope="col" key={head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, cells }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]} data-l={heads[index + 1]}>
                {typeof cell === 'number' ? <Amount of={cell} /> : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A number of people. Zero is written in words, because an Arabic zero alone looks like a dot. */
export function Amount({ of }: { of: number }) {
  const t = useTranslations('reports')
  const format = useFormatter()
  return <bdi>{of === 0 ? t('zero') : format.number(of)}</bdi>
}

export function SaveFileProblem({ error }: { error: Error }) {
  return <Alert title={useReason(error)} />
}
