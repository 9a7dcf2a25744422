import { Home } from "@/components/shell/home";

export default function Page() {
  return <Home />;
}
