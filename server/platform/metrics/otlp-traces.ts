import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { VERSION } from '../../../contract/language/version.ts'
import type { Config } from '../config.ts'
import { type Attributes, type CallerTrace, type Span, setTracer } from '../tracing.ts'
import { within } from '../within.ts'

// The only file that loads OpenTelemetry, and only a process with a collector loads it.

type Settings = Pick<
  Config,
  'otlpProtocol' | 'tracesSampler' | 'tracesSamplerArg' | 'tracesEveryMs'
>

const KINDS = {
  request: SpanKind.SERVER,
  job: SpanKind.INTERNAL,
  database: SpanKind.CLIENT,
} as const

/** How long a stop waits for what is left to be sent. */
const LAST_MS = 2_000

/** A span that knows its OpenTelemetry span, for its children. */
interface StartedSpan extends Span {
  otel: OtelSpan
}

/**
 * Sends traces to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. The exporter reads the rest of the standard settings from
 * the environment by itself: headers, compression, certificates, time limits.
 * @returns a function that sends what is left, and stops.
 */
export async function sendTraces(settings: Settings, log: Logger): Promise<() => Promise<void>> {
  logTroubles(log)
  const { OTLPTraceExporter } =
    settings.otlpProtocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  const resource = resourceFromAttributes({
    'service.name': 'sourcebook',
    'service.version': VERSION,
  })
  const provider = new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
    resource: resource.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: settings.tracesEveryMs,
      }),
    ],
  })
  const otel = provider.getTracer('sourcebook', VERSION)
  setTracer({
    start(name, kind, parent, attributes) {
      const span = otel.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent))
      return startedSpan(span)
    },
  })
  return async () => {
    setTracer(undefined)
    // A stop does not wait for a collector that hangs.
    await within(provider.shutdown(), LAST_MS).catch((err) =>
      log.warn({ err }, 'the last traces were not sent'),
    )
  }
}

const startedSpan = (otel: OtelSpan): StartedSpan => ({
  otel,
  end({ attributes, failed }: { attributes?: Attributes; failed?: boolean } = {}) {
    if (attributes) otel.setAttributes(attributes)
    if (failed) otel.setStatus({ code: SpanStatusCode.ERROR })
    otel.end()
  },
})

const propagator = new W3CTraceContextPropagator()

function contextOf(parent: Span | CallerTrace | undefined): Context {
  if (parent === undefined) return ROOT_CONTEXT
  if ('otel' in parent) return trace.setSpan(ROOT_CONTEXT, (parent as StartedSpan).otel)
  return propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter)
}

function samplerOf({ tracesSampler, tracesSamplerArg }: Settings): Sampler {
  const kind = tracesSampler.replace('parentbased_', '')
  const root =
    kind === 'always_on'
      ? new AlwaysOnSampler()
      : kind === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(tracesSamplerArg)
  return tracesSampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** A collector that cannot be reached is worth a line in the log, and stops nothing. */
function logTroubles(log: Logger): void {
  const warn = (problem: string) => log.warn({ problem }, 'traces could not be sent')
  const nothing = () => {}
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
