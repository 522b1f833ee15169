import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { type Found, searchEverything } from '../../../contract/organisation/search/search.ts'
import { FOR_AUTHORS, FOR_PEOPLE } from '../../../contract/team-roles.ts'
import { call } from '../../api.ts'
import { isolated } from '../../i18n/isolated.ts'
import { PersonName } from '../../messages/person-name.tsx'
import { useQuery } from '../../queries/use-query.ts'
import { updateEntry } from '../../router/router.ts'
import { useLocation } from '../../router/use-location.ts'
import { useUser } from '../../user/user.ts'
import { editorPath } from '../courses/places-in-course.ts'
import { AsOf } from '../frame/as-of.tsx'
import { NotLoaded } from '../frame/not-loaded.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { Search } from '../people/list/people-filters.tsx'
import '../people/people.css'

/** One box to search people, courses and pages. The URL has the words, so that Back returns to the results. */
export function SearchScreen() {
  const t = useTranslations('org')
  const { search } = useLocation()
  const q = new URLSearchParams(search).get('q')?.slice(0, 100).trim() ?? ''
  const { teamRoles = [] } = useUser().data?.user ?? {}
  const isForPeople = teamRoles.some(role => FOR_PEOPLE.includes(role))
  return (
    <main className="page people">
      <header>
        <div className="grow">
          <h1 tabIndex={-1}>{t('titles.search')}</h1>
          <p className="lead">{t(isForPeople ? 'search.lead' : 'search.leadAuthor')}</p>
        </div>
      </header>
      <Search
        q={q}
        label={t('search.label')}
        onChange={words => updateEntry({ search: words ? `?q=${encodeURIComponent(words)}` : '' })}
      />
      {q && <Results q={q} />}
    </main>
  )
}

function Results({ q }: { q: string }) {
  const t = useTranslations('org.search')
  const found = useQuery({
    queryKey: ['organisation', 'search', q],
    queryFn: async () => (await call(searchEverything, { query: { q } })).data,
    staleTime: 0,
  })
  const { people = [], courses = [], pages = [] } = found.data ?? {}
  const count = people.length + courses.length + pages.length
  return (
    <div className="stack loose">
      <p className={found.data ? 'meta' : 'visually-hidden'} role="status">
        {found.data && (count === 0 ? t('none', { q: isolated(q) }) : t('results', { count }))}
      </p>
      {found.data ? (
        <AsOf of={found} />
      ) : (
        <NotLoaded error={found.error} label={t('label')} text={t('error')} onRetry={found.refetch} />
      )}
      <Group title={t('people')}>{people.map(personLine)}</Group>
      <Courses courses={courses} />
      <Group title={t('pages')}>
        {pages.map(page => (
          <Line
            key={`${page.lessonId} ${page.id}`}
            to={editorPath(page.courseId, page.lessonId, page.id)}
            about={
              <>
                <bdi className="block">{page.lessonTitle}</bdi>
                <bdi>{page.courseTitle}</bdi>
              </>
            }
          >
            <span dir="auto">{page.title}</span>
          </Line>
        ))}
      </Group>
    </div>
  )
}

/** The found courses. They lead authors to the editor, and everybody else to the report of the course. */
function Courses({ courses }: { courses: Found['courses'] }) {
  const t = useTranslations('org.search')
  const { teamRoles = [] } = useUser().data?.user ?? {}
  const isAuthor = teamRoles.some(role => FOR_AUTHORS.includes(role))
  return (
    <Group title={t('courses')}>
      {courses.map(({ id, title }) => (
        <Line key={id} to={isAuthor ? editorPath(id) : `/org/reports/courses?course=${encodeURIComponent(id)}`}>
          <bdi>{title}</bdi>
        </Line>
      ))}
    </Group>
  )
}

function personLine({ uid, name, phoneNumber, email }: Found['people'][number]) {
  const contact = phoneNumber ?? email
  return (
    <Line
      key={uid}
      to={`/org/people/${uid}`}
      about={name !== null && contact !== null ? <PersonName name={contact} /> : undefined}
    >
      <PersonName name={name ?? contact ?? ''} />
    </Line>
  )
}

function Group({ title, children }: { title: string; children: ReactNode[] | ReactNode }) {
  if (Array.isArray(children) && children.length === 0) return null
  return (
    <section className="card">
      <h2>{title}</h2>
      <ul className="todo">{children}</ul>
    </section>
  )
}

function Line({ to, about, children }: { to: string; about?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <p className="grow">
        <OrgLink to={to}>
          <b>{children}</b>
        </OrgLink>
        {about && <span className="meta">{about}</span>}
      </p>
    </li>
  )
}
