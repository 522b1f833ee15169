import type { ComponentType } from 'react'
import { FOR_AUTHORS, FOR_OWNERS, FOR_PEOPLE, type TeamRole, teamRoles } from '../../contract/team-roles.ts'
import type english from '../../contract/texts/en.json'
import type { TextPartName } from '../i18n/text-parts.ts'
import { queryClient } from '../queries/query-client.ts'
import { homeQuery } from './home/home-query.ts'

/** The places of the bar, in its order. */
export const places = ['home', 'people', 'courses', 'reports', 'settings'] as const
export type PlaceName = (typeof places)[number]

export type OrgScreen = {
  /** The place of the bar to which the screen belongs. */
  place: PlaceName
  roles: readonly TeamRole[]
  title: keyof typeof english.org.titles
  texts?: TextPartName[]
  /** Whether the screen has the whole window, with its own bar and without the places. */
  isRoom?: true
  screen(): Promise<ComponentType>
}

const editor: OrgScreen = {
  place: 'courses',
  roles: FOR_AUTHORS,
  title: 'courses',
  // The preview needs the texts that learners see, and fields need texts of the sign-in.
  texts: ['editor', 'courseFiles', 'media', 'recorder', 'outside'],
  isRoom: true,
  screen: async () => (await import('./courses/editor/editor-screen.tsx')).EditorScreen,
}

/**
 * The screens of the organisation's side. The bar leads to the first screen of each place. The screens are not in
 * addresses.ts, because every learner loads that table.
 */
export const screens: Record<string, OrgScreen> = {
  '/org': {
    place: 'home',
    roles: teamRoles,
    title: 'home',
    // Texts for the sheet in which a learner is let in.
    texts: ['inbox'],
    screen: async () => {
      queryClient.fetchQuery(homeQuery).catch(() => {})
      return (await import('./home/home-screen.tsx')).OrganisationHomeScreen
    },
  },
  '/org/search': {
    place: 'home',
    roles: teamRoles,
    title: 'search',
    screen: async () => (await import('./search/search-screen.tsx')).SearchScreen,
  },
  '/org/people': {
    place: 'people',
    roles: FOR_PEOPLE,
    title: 'people',
    texts: ['people', 'inbox'],
    screen: async () => (await import('./people/list/people-screen.tsx')).PeopleScreen,
  },
  '/org/people/$uid': {
    place: 'people',
    roles: FOR_PEOPLE,
    title: 'people',
    // The fields for a phone number use texts of the sign-in.
    texts: ['people', 'inbox', 'outside'],
    screen: async () => (await import('./people/person-screen.tsx')).PersonScreen,
  },
  '/org/invite': {
    place: 'people',
    roles: FOR_PEOPLE,
    title: 'invite',
    texts: ['people', 'invite'],
    screen: async () => (await import('./invite/invite-screen.tsx')).InviteScreen,
  },
  '/org/invite/list/$id': {
    place: 'people',
    roles: FOR_PEOPLE,
    title: 'invite',
    texts: ['people', 'invite', 'inbox'],
    screen: async () => (await import('./invite/list/list-screen.tsx')).ListScreen,
  },
  '/org/invite/$id': {
    place: 'people',
    roles: FOR_PEOPLE,
    title: 'invitation',
    texts: ['people', 'invite'],
    screen: async () => (await import('./invite/link-screen.tsx')).LinkScreen,
  },
  '/org/team': {
    place: 'people',
    roles: FOR_PEOPLE,
    title: 'team',
    texts: ['outside'],
    screen: async () => (await import('./team/team-screen.tsx')).TeamScreen,
  },
  '/org/settings': {
    place: 'settings',
    roles: FOR_OWNERS,
    title: 'settings',
    texts: ['orgSettings', 'inbox'],
    screen: async () => (await import('./settings/settings-screen.tsx')).SettingsScreen,
  },
  '/org/courses': {
    place: 'courses',
    roles: FOR_AUTHORS,
    title: 'courses',
    texts: ['editor', 'media', 'outside'],
    screen: async () => (await import('./courses/courses-screen.tsx')).OrgCoursesScreen,
  },
  '/org/courses/$courseId/versions': {
    place: 'courses',
    roles: FOR_AUTHORS,
    title: 'courses',
    texts: ['editor', 'courseFiles', 'outside'],
    screen: async () => (await import('./courses/publish/versions-screen.tsx')).VersionsScreen,
  },
  '/org/courses/$courseId/compare': {
    place: 'courses',
    roles: FOR_AUTHORS,
    title: 'courses',
    texts: ['editor', 'courseFiles', 'media'],
    screen: async () => (await import('./courses/compare/compare-screen.tsx')).CompareScreen,
  },
  '/org/import': {
    place: 'courses',
    roles: FOR_AUTHORS,
    title: 'courses',
    texts: ['editor', 'courseFiles', 'media'],
    screen: async () => (await import('./courses/files/import-screen.tsx')).ImportScreen,
  },
  '/org/courses/$courseId/edit': editor,
  '/org/courses/$courseId/edit/$lessonId': editor,
  '/org/courses/$courseId/edit/$lessonId/$pageId': editor,
  '/org/reports': {
    place: 'reports',
    roles: teamRoles,
    title: 'reports',
    texts: ['reports', 'inbox'],
    screen: async () => (await import('./reports/overview-screen.tsx')).OverviewScreen,
  },
  '/org/reports/courses': {
    place: 'reports',
    roles: teamRoles,
    title: 'courseReport',
    texts: ['reports', 'inbox'],
    screen: async () => (await import('./reports/courses-screen.tsx')).CourseReportScreen,
  },
  '/org/reports/questions': {
    place: 'reports',
    roles: teamRoles,
    title: 'questionReports',
    texts: ['reports', 'inbox'],
    screen: async () => (await import('./reports/questions-screen.tsx')).QuestionsScreen,
  },
  '/org/reports/question': {
    place: 'reports',
    roles: teamRoles,
    title: 'questionReport',
    texts: ['reports', 'inbox'],
    screen: async () => (await import('./reports/question-screen.tsx')).QuestionScreen,
  },
  '/org/reports/versions': {
    place: 'reports',
    roles: teamRoles,
    title: 'versionReport',
    texts: ['reports', 'inbox'],
    screen: async () => (await import('./reports/page-versions/page-versions-screen.tsx')).PageVersionsScreen,
  },
  '/org/reports/mentors': {
    place: 'reports',
    roles: FOR_PEOPLE,
    title: 'mentorReport',
    texts: ['reports', 'inbox'],
    screen: async () => (await import('./reports/mentors-screen.tsx')).MentorsScreen,
  },
  '/org/reports/silent': {
    place: 'reports',
    roles: FOR_PEOPLE,
    title: 'silentReport',
    texts: ['reports', 'inbox'],
    screen: async () => (await import('./reports/silent-screen.tsx')).SilentScreen,
  },
  '/org/reports/voices': {
    place: 'reports',
    roles: FOR_PEOPLE,
    title: 'voiceReport',
    texts: ['reports', 'inbox'],
    screen: async () => (await import('./reports/voices-screen.tsx')).VoicesScreen,
  },
  '/org/log': {
    place: 'settings',
    roles: FOR_OWNERS,
    title: 'log',
    screen: async () => (await import('./log/log-screen.tsx')).LogScreen,
  },
}
