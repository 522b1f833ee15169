import { ApiError, NETWORK_FAILED } from '../../../contract/calls/api-error.ts'
import type { Endpoint } from '../../../contract/calls/endpoint.ts'
import { freshToken } from '../../api.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { saveAsDownloads, shareFiles } from '../../lesson-files/share-file.ts'
import { type ActState, useAct } from '../../queries/use-act.ts'

const TYPE = 'text/csv'

export type ReportFile = ActState & { save(): Promise<void> }

/** The report as a file, with the same filters: for the share sheet of a phone, or among the downloads. */
export function useFile({ path }: Endpoint, query: object): ReportFile {
  const { language } = useLanguage()
  const { isBusy, error, make } = useAct()
  const words = new URLSearchParams({ ...query, format: 'csv', reader: language })
  return { isBusy, error, save: () => make(async () => give(await load(`${path}?${words}`))) }
}

async function load(url: string): Promise<File> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${await freshToken()}` } }).catch(() => {
    throw new ApiError(NETWORK_FAILED, { status: 0 })
  })
  if (!response.ok) {
    const { error } = await response.json().catch(() => ({}))
    throw new ApiError(error?.code ?? 'internal', { status: response.status })
  }
  const [, name = 'report.csv'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return new File([await response.blob()], name, { type: TYPE })
}

async function give(file: File): Promise<void> {
  const isPhone = matchMedia('(pointer: coarse)').matches && (navigator.canShare?.({ files: [file] }) ?? false)
  const outcome = isPhone ? await shareFiles([file]) : 'refused'
  if (outcome === 'refused') saveAsDownloads([file])
}
