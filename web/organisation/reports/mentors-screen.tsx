import { useTranslations } from 'use-intl'
import { getMentorReport, type MentorReport } from '../../../contract/organisation/reports.ts'
import { DAY } from '../../../contract/time.ts'
import { isolated } from '../../i18n/isolated.ts'
import { Switch } from '../../ui/fields/switch.tsx'
import { ActLink } from '../frame/org-link.tsx'
import { type FileToSave, useFile } from '../frame/save-file/use-file.ts'
import { useMentorLabel } from '../mentor-labels.ts'
import { Chart } from './chart.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { defaultFilters, queryOf, useFilters } from './filters-in-url.ts'
import { EmptyReport, FindingLine } from './finding.tsx'
import { MentorTable } from './mentor-table.tsx'
import { ReportPage } from './report-page.tsx'
import { useReport } from './use-report.ts'
import { useDuration } from './use-words.ts'

type Mentor = MentorReport['mentors'][number]

/** How long learners wait for each mentor. The mentors are sorted by name, so this is no ranking. */
export function MentorsScreen() {
  const t = useTranslations('reports.mentors')
  const [filters, change] = useFilters()
  const query = queryOf(filters, [...defaultFilters, 'awake'])
  const report = useReport(getMentorReport, query)
  const file = useFile(getMentorReport, query)
  return (
    <ReportPage
      tab="mentors"
      filters={filters}
      report={report}
      choices={<FilterBar filters={filters} onChange={change} names={defaultFilters} range={report.data?.range} />}
    >
      {({ mentors, aimMs, isAwake, finding, range }) => (
        <>
          {finding ? <ReportFinding finding={finding} aimMs={aimMs} /> : <FindingLine title={t('usual')} />}
          {mentors.every(({ answered, waiting }) => answered + waiting === 0) && (
            <EmptyReport range={range} onChange={change} />
          )}
          <Waits
            mentors={mentors}
            aimMs={aimMs}
            file={file}
            isAwake={filters.awake === '' ? isAwake : filters.awake === '1'}
            onAwake={wanted => change({ awake: wanted ? '1' : '0' })}
          />
          <MentorTable mentors={mentors} />
          <p className="meta">{t('note')}</p>
        </>
      )}
    </ReportPage>
  )
}

function ReportFinding({ finding, aimMs }: { finding: NonNullable<MentorReport['finding']>; aimMs: number }) {
  const t = useTranslations('reports.mentors')
  const label = useMentorLabel()
  const { code, mentorId, waiting, unheard, learners, capacity, room } = finding
  const name = isolated(label(mentorId, finding.name ?? ''))
  const waits = t('waits', { waiting, unheard })
  const path = `/org/people?mentor=${mentorId ?? 'none'}`
  if (code === 'over-capacity')
    return (
      <FindingLine
        isUrgent
        title={t('overCapacity', { name, learners, capacity: capacity ?? 0 })}
        about={[
          waits,
          ...(room.length > 0
            ? [
                t('room', {
                  names: room
                    .map(one => t('roomOf', { name: isolated(label(one.mentorId, one.name)), room: one.room }))
                    .join(t('comma')),
                }),
              ]
            : []),
        ].join(' ')}
        act={<ActLink to={path}>{t('move')}</ActLink>}
      />
    )
  if (code === 'no-mentor')
    return <FindingLine isUrgent title={t('noMentor', { waiting })} act={<ActLink to={path}>{t('assign')}</ActLink>} />
  return (
    <FindingLine
      isUrgent
      title={t('overAim', { name, days: Math.round(aimMs / DAY) })}
      about={waits}
      act={<ActLink to={`${path}&filter=waiting`}>{t('seeWho')}</ActLink>}
    />
  )
}

type WaitsProps = {
  mentors: readonly Mentor[]
  aimMs: number
  file: FileToSave
  isAwake: boolean
  onAwake(isAwake: boolean): void
}

function Waits({ mentors, aimMs, file, isAwake, onAwake }: WaitsProps) {
  const t = useTranslations('reports.mentors')
  const all = useTranslations('reports')
  const duration = useDuration()
  const label = useMentorLabel()
  const shown = mentors.filter(({ halfMs }) => halfMs !== null)
  const longest = Math.max(aimMs * 1.25, ...shown.map(({ nineInTenMs }) => nineInTenMs ?? 0))
  const days = Math.round(aimMs / DAY)
  return (
    <Chart
      title={t('title')}
      heads={[t('mentor'), t('half'), t('nineInTen'), t('answered'), t('neededNone')]}
      legend={[
        { kind: undefined, text: t('half') },
        { kind: 'second', text: t('nineInTen') },
        { kind: 'line', text: t('aim', { days }) },
      ]}
      most={longest}
      rows={shown.map(mentor => ({
        key: String(mentor.mentorId),
        label: <b>{mentor.name === null ? t('nobody') : <bdi>{label(mentor.mentorId, mentor.name)}</bdi>}</b>,
        about: availabilityOf(mentor),
        value: (
          <>
            {duration(mentor.halfMs ?? 0)} <small>{all('brackets', { text: duration(mentor.nineInTenMs ?? 0) })}</small>
          </>
        ),
        parts: [
          { value: mentor.halfMs ?? 0 },
          { value: Math.max(0, (mentor.nineInTenMs ?? 0) - (mentor.halfMs ?? 0)), kind: 'second' },
        ],
        line: aimMs,
        cells: [
          duration(mentor.halfMs ?? 0),
          duration(mentor.nineInTenMs ?? 0),
          t('times', { count: mentor.answered }),
          t('times', { count: mentor.neededNone }),
        ],
      }))}
      extra={<Switch label={t('awake')} hint={t('awakeHint')} isOn={isAwake} onChange={onAwake} />}
      file={file}
    />
  )

  function availabilityOf({ isAway, standsInFor }: Mentor) {
    if (isAway) return t('away')
    return standsInFor.length > 0 ? t('standsIn', { names: standsInFor.map(isolated).join(t('comma')) }) : undefined
  }
}
