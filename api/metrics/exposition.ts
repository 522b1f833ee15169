/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

type Labels = Record<string, string>
/** `suffix` is that of a histogram: _bucket, _sum or _count. */
export type MetricSample = { suffix?: string; labels?: Labels; value: number }
export type Metric = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; samples: MetricSample[] }

/** Metrics without a sample are left out. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelled(labels)} ${value}`),
      ].join('\n'),
    )
    .map(block => `${block}\n`)
    .join('')
}

export function gauge(name: string, help: string, value: number | undefined): Metric {
  return { name, help, type: 'gauge', samples: value === undefined ? [] : [{ value }] }
}

export function counter(name: string, help: string, samples: MetricSample[] | number): Metric {
  return { name, help, type: 'counter', samples: typeof samples === 'number' ? [{ value: samples }] : samples }
}

function labelled(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
