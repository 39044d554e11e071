import { render } from "preact";
import { App } from "./app";
import { applyTheme, currentTheme } from "./theme";
import "uplot/dist/uPlot.min.css";
import "./style.css";

applyTheme(currentTheme());
render(<App />, document.getElementById("app")!);
