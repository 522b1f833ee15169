import { useFormatter, useTranslations } from 'use-intl'
import type { Answers, QuestionReport } from '../../../contract/organisation/reports.ts'
import type { FileToSave } from '../frame/save-file/use-file.ts'
import { type BarPart, Chart, type ChartRow } from './chart.tsx'

type Props = { question: QuestionReport; answers: Answers; file: FileToSave }

/** The numbers of a page, in one column or two. */
export function AnswerCharts({ question: { people, versions }, answers, file }: Props) {
  const t = useTranslations('reports.question')
  return (
    <>
      <div className={answers.tries || versions.length > 1 ? 'two' : undefined}>
        <div className="stack loose">
          <Picks people={people} answers={answers} file={file} />
        </div>
        <div className="stack loose">
          <Tries people={people} answers={answers} />
          {versions.length > 1 && <Versions versions={versions} />}
        </div>
      </div>
      <p className="meta">{t('private', { people })}</p>
    </>
  )
}

type Numbers = { people: number; answers: Answers }

/** The charts of what learners answered. Each page type has some of them. */
export function Picks({ people, answers, file }: Numbers & { file?: FileToSave }) {
  const t = useTranslations('reports.question')
  const format = useFormatter()
  const row = useRow(people)
  const { chosen, numbers, places, words } = answers
  const isGraded = chosen.some(({ isRight }) => isRight !== null)
  const charts = [
    chosen.length > 0 && {
      title: t(isGraded ? 'firstPicks' : 'chosen'),
      rows: chosen.map(({ id, text, isRight, count }) =>
        row({
          key: id ?? 'gone',
          text: id === null ? t('gone') : text,
          about: isRight ? t('right') : undefined,
          count,
          kind: kindOf(isRight),
        }),
      ),
    },
    numbers && {
      title: t('numbers'),
      note: t('middle', { middle: numbers.middle }),
      rows: numbers.bars.map(({ from, to, count }) =>
        row({
          key: String(from),
          text: from === to ? format.number(from) : t('fromTo', { from, to }),
          count,
        }),
      ),
    },
    places.length > 0 && {
      title: t('places'),
      rows: places.map(({ text, wrong }, index) => row({ key: `${index}`, text, count: wrong, kind: 'lost' })),
    },
    words && {
      title: t('words'),
      note: words.seconds === null ? undefined : t('seconds', { seconds: words.seconds }),
      rows: (['written', 'spoken', 'reviewed'] as const).map(name =>
        row({ key: name, text: t(name), count: words[name], ...(name === 'reviewed' ? { kind: 'right' } : {}) }),
      ),
    },
  ].filter(chart => chart !== false && chart !== null)
  return charts.map((chart, index) => (
    <Chart
      key={chart.title}
      heads={[t('answer'), t('count')]}
      most={people}
      {...chart}
      {...(index === 0 && file ? { file } : {})}
    />
  ))
}

export function Tries({ people, answers: { tries } }: Numbers) {
  const t = useTranslations('reports.question')
  const row = useRow(people)
  if (!tries) return null
  return (
    <Chart
      title={t('tries')}
      heads={[t('try'), t('count')]}
      most={people}
      rows={(['first', 'second', 'later'] as const).map(name => row({ key: name, text: t(name), count: tries[name] }))}
    />
  )
}

function kindOf(isRight: boolean | null): BarPart['kind'] {
  if (isRight === null) return undefined
  return isRight ? 'right' : 'pale'
}

type Counted = { key: string; text: string; about?: string | undefined; count: number | null; kind?: BarPart['kind'] }

/** Makes the bar of a rounded number of people, with its share of all people. */
function useRow(people: number): (counted: Counted) => ChartRow {
  const t = useTranslations('reports.question')
  const brackets = useTranslations('reports')
  const format = useFormatter()
  return ({ key, text, about, count, kind }) => {
    const value = count === null ? <small>{t('fewer')}</small> : format.number(count)
    const share = count === null ? '' : format.number(Math.min(1, count / people), { style: 'percent' })
    return {
      key,
      label: <bdi>{text}</bdi>,
      about,
      value: (
        <>
          {value} {share && <small>{brackets('brackets', { text: share })}</small>}
        </>
      ),
      parts: [{ value: count ?? 0, kind }],
      cells: [count === null ? t('fewer') : count],
    }
  }
}

/** How many learners were right at the first try, in each version of the course. */
function Versions({ versions }: Pick<QuestionReport, 'versions'>) {
  const t = useTranslations('reports.question')
  const format = useFormatter()
  return (
    <Chart
      isOrdered
      title={t('versions')}
      heads={[t('versionHead'), t('people'), t('rightAtFirst')]}
      most={1}
      rows={versions.map(({ version, people, right }, index) => {
        const share = right === null ? null : Math.min(1, right / people)
        const text = share === null ? t('fewer') : format.number(share, { style: 'percent' })
        return {
          key: String(version),
          label: t('version', { version }),
          value: text,
          parts: [{ value: share ?? 0, ...(index === versions.length - 1 ? {} : { kind: 'pale' as const }) }],
          cells: [people, text],
        }
      })}
      note={t('versionsNote')}
    />
  )
}
