import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { StripeEvent } from "./types";

export interface Endpoint {
  url: string;
  secret: string;
}

export interface Delivery {
  eventId: string;
  status: number;
}

/** What makes a delivery another than Stripe's own. */
export interface Tampering {
  /** Signed with another secret. */
  secret?: string;
  /** Seconds by which the signature is too old. */
  age?: number;
  /** Sent in place of what was signed. */
  payload?: string;
  /** In place of the whole header. */
  header?: string;
}

const retryMs = [50, 100, 200, 400, 800, 1_600, 3_200];

export const signatureOf = (payload: string, secret: string, timestamp: number): string =>
  `t=${timestamp},v1=${createHmac("sha256", secret).update(`${timestamp}.${payload}`).digest("hex")}`;

/** Sends events to the endpoint: signed over the bytes that are sent, again and again until it answers 2xx. */
export function createWebhooks(endpointOf: () => Endpoint | undefined) {
  const deliveries: Delivery[] = [];
  const underWay = new Set<Promise<unknown>>();

  /** Sends once; the status that came back, 0 for none. */
  async function deliver(event: StripeEvent, tampering: Tampering = {}): Promise<number> {
    const endpoint = endpointOf();
    if (!endpoint) throw new Error("There is no webhook endpoint.");
    const { secret = endpoint.secret, age = 0, header } = tampering;
    const payload = JSON.stringify(event, null, 2);
    const signature = header ?? signatureOf(payload, secret, Math.floor(Date.now() / 1_000) - age);
    const status = await fetch(endpoint.url, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
      body: tampering.payload ?? payload,
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    deliveries.push({ eventId: event.id, status });
    return status;
  }

  async function insist(event: StripeEvent): Promise<void> {
    for (const wait of [0, ...retryMs]) {
      await sleep(wait);
      const status = await deliver(event);
      if (status >= 200 && status < 300) return;
    }
  }

  return {
    deliveries,
    deliver,
    send(event: StripeEvent): void {
      const work: Promise<void> = insist(event).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    /** Resolves when everything that was sent has arrived or was given up. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
